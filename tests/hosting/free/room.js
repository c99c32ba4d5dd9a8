// A room for tests, as small as can be: it says what the page does not know, and sends what it does.
"use strict";
{
  const seat = Number(new URLSearchParams(location.search).get("seat"));
  const query = `?seat=${seat}`;
  let order = Promise.resolve();
  window.room = {
    seat: seat < 0 ? null : seat,
    names: ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn"],
    send(op) {
      order = order.then(async () => (await fetch(`/do${query}`, { method: "POST", body: JSON.stringify(op) })).json());
      return order;
    },
    on(handler) {
      new EventSource(`/events${query}`).onmessage = (event) => handler(JSON.parse(event.data));
    },
  };
}
