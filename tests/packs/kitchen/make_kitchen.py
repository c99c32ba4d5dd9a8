"""Writes cards.csv: 15 things to eat × 8 things to do with them, in eight languages."""

import csv
from pathlib import Path

LANGUAGES = ("en", "de", "fr", "pl", "el", "ru", "ar", "ja")
THINGS = """bread Brot pain chleb ψωμί хлеб خبز パン
cheese Käse fromage ser τυρί сыр جبن チーズ
apple Apfel pomme jabłko μήλο яблоко تفاح りんご
fish Fisch poisson ryba ψάρι рыба سمك 魚
egg Ei œuf jajko αυγό яйцо بيض 卵
rice Reis riz ryż ρύζι рис أرز 米
tomato Tomate tomate pomidor ντομάτα помидор طماطم トマト
onion Zwiebel oignon cebula κρεμμύδι лук بصل 玉ねぎ
honey Honig miel miód μέλι мёд عسل 蜂蜜
salt Salz sel sól αλάτι соль ملح 塩
soup Suppe soupe zupa σούπα суп حساء スープ
cake Kuchen gâteau ciasto κέικ пирог كعك ケーキ
pear Birne poire gruszka αχλάδι груша كمثرى 梨
milk Milch lait mleko γάλα молоко حليب 牛乳
tea Tee thé herbata τσάι чай شاي お茶"""
DEEDS = """boil kochen bouillir gotować βράσε варить اسلق ゆでる
fry braten frire smażyć τηγάνισε жарить اقلِ 揚げる
bake backen cuire piec ψήσε печь اخبز 焼く
cut schneiden couper kroić κόψε резать اقطع 切る
stir rühren remuer mieszać ανακάτεψε мешать حرّك 混ぜる
cool kühlen refroidir chłodzić κρύωσε остудить برّد 冷やす
share teilen partager dzielić μοίρασε делить اقسم 分ける
serve servieren servir podać σέρβιρε подать قدّم 出す"""
COLOURS = ("#d1495b", "#e0a83e", "#2e6f57", "#33506b", "#8a5a83", "#4a7c8c", "#b5651d", "#6b8e23")


def main() -> None:
    things = [line.split() for line in THINGS.splitlines()]
    deeds = [line.split() for line in DEEDS.splitlines()]
    with Path(__file__).with_name("cards.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, delimiter=";", lineterminator="\n")
        first = ["name", *(f"name.{code}" for code in LANGUAGES[1:])]
        deed_columns = ["deed", *(f"deed.{code}" for code in LANGUAGES[1:])]
        rows.writerow(["id", *first, *deed_columns, "points", "share", "colour"])
        for i, thing in enumerate(things):
            for k, deed in enumerate(deeds):
                points = (i + k) % 6 + 1
                share = f"{points / 2:.1f}".replace(".", ",")
                rows.writerow([f"{thing[0]}-{deed[0]}", *thing, *deed, points, share, COLOURS[k]])


if __name__ == "__main__":
    main()
