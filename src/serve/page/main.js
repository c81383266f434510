// Shows the connection.

const words = document.getElementById("connection");
const socket = new WebSocket(`ws://${location.host}/ws`, "chuhe.1");

socket.addEventListener("message", (event) => {
  const message = JSON.parse(event.data);
  if (message.on === "hello") words.textContent = message.program;
});
socket.addEventListener("close", () => { words.textContent = "-"; });
