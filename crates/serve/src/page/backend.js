// Who answers the page: here the server. A page without a server has another file in the place of this one, which is
// the only difference between the two.

// Opens the connection over which the messages go.
/** @returns {WebSocket} */
export function openConnection() {
  const address = new URL("/ws", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  return new WebSocket(address, "chuhe.1");
}

// Answers a request for which no connection is needed, or refuses it.
/** @returns {Promise<{ ok: boolean, answer: any }>} */
export async function request(/** @type {string} */ path, /** @type {object} */ fields, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields), signal });
  return { ok: response.ok, answer: await response.json() };
}

// The script that keeps the page in the browser.
export const keeper = "/worker.js";
