// A web host as simple as there is: files of one folder, below a path.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const kTypes = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json" };

/** @returns {address, asked, stop}; `asked` are the paths of all requests so far */
export async function hostFolder(folder, below) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    asked.push(path);
    const inside = normalize(path.slice(below.length) || "index.html");
    try {
      if (!path.startsWith(below) || inside.startsWith("..")) throw new Error("not below the folder");
      const content = await readFile(join(folder, inside));
      response.writeHead(200, { "Content-Type": kTypes[extname(inside)] ?? "application/octet-stream" }).end(content);
    } catch (error) {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { address: `http://127.0.0.1:${server.address().port}${below}`, asked, stop: () => server.close() };
}
