// The back end of the page: the server. The page that works without a server has another file in place of this one.

// Opens the connection for messages.
/** @returns {WebSocket} */
export function openConnection() {
  const address = new URL("/ws", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  return new WebSocket(address, "chuhe.1");
}

// Sends a single request, outside the connection, and returns the answer or the refusal.
/** @returns {Promise<{ ok: boolean, answer: any }>} */
export async function request(/** @type {string} */ path, /** @type {object} */ fields, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields), signal });
  return { ok: response.ok, answer: await response.json() };
}

// The service worker, which stores the page in the browser.
export const keeper = "/worker.js";
