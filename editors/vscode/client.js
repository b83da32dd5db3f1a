// A client of the Language Server Protocol, as far as hrfcheck needs one: messages over the standard input and output
// of a process, requests with their answers, notifications.
'use strict';

const {spawn} = require('child_process');

const cancelledRequest = -32800;
const contentModified = -32801;

/** An answer of the server that is none. */
class ServerError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }

  /** Whether nobody need be told: the text has changed, or the question was taken back. */
  get isOver() {
    return this.code === cancelledRequest || this.code === contentModified;
  }
}

/** Cuts what comes in into messages. */
class MessageReader {
  constructor(take) {
    this.take = take;
    this.bytes = Buffer.alloc(0);
  }

  append(chunk) {
    this.bytes = this.bytes.length === 0 ? chunk : Buffer.concat([this.bytes, chunk]);
    for (;;) {
      const head = this.bytes.indexOf('\r\n\r\n');
      if (head < 0) {
        return;
      }
      const length = /content-length: *(\d+)/i.exec(this.bytes.toString('latin1', 0, head));
      const begin = head + 4;
      const end = begin + (length ? Number(length[1]) : 0);
      if (this.bytes.length < end) {
        return;
      }
      const text = this.bytes.toString('utf8', begin, end);
      this.bytes = this.bytes.subarray(end);
      this.take(JSON.parse(text));
    }
  }
}

/** A server that runs. */
class Client {
  /**
   * @param handlers {notification(method, params), print(text), ended(why)}: `ended` is called once, unless the
   *   client is stopped
   */
  constructor(command, args, options, handlers) {
    this.handlers = handlers;
    this.waiting = new Map();
    this.next = 1;
    this.over = false;
    this.process = spawn(command, args, {...options, stdio: ['pipe', 'pipe', 'pipe']});
    const reader = new MessageReader((message) => this.receive(message));
    this.process.stdout.on('data', (chunk) => reader.append(chunk));
    this.process.stderr.on('data', (chunk) => handlers.print(chunk.toString('utf8')));
    this.process.stdin.on('error', () => {});
    this.process.on('error', (error) => this.end(error.message));
    this.process.on('close', (code, signal) => this.end(signal ? `ended by ${signal}` : `ended with status ${code}`));
  }

  end(why) {
    if (this.over) {
      return;
    }
    this.over = true;
    for (const {reject} of this.waiting.values()) {
      reject(new ServerError(cancelledRequest, why));
    }
    this.waiting.clear();
    if (!this.stopping) {
      this.handlers.ended(why);
    }
  }

  send(message) {
    if (this.over) {
      return;
    }
    const content = Buffer.from(JSON.stringify({jsonrpc: '2.0', ...message}), 'utf8');
    this.process.stdin.write(`Content-Length: ${content.length}\r\n\r\n`);
    this.process.stdin.write(content);
  }

  receive(message) {
    if (message.method !== undefined) {
      this.handlers.notification(message.method, message.params);
      return;
    }
    const waiting = this.waiting.get(message.id);
    if (!waiting) {
      if (message.error) {
        this.handlers.print(`${message.error.message}\n`);
      }
      return;
    }
    this.waiting.delete(message.id);
    if (message.error) {
      waiting.reject(new ServerError(message.error.code, message.error.message));
    } else {
      waiting.resolve(message.result);
    }
  }

  notify(method, params) {
    this.send({method, params});
  }

  /** @param token a CancellationToken, or nothing */
  request(method, params, token) {
    if (this.over) {
      return Promise.reject(new ServerError(cancelledRequest, 'the server has ended'));
    }
    const id = this.next++;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject}));
    this.send({id, method, params});
    if (token) {
      const subscription = token.onCancellationRequested(() => this.notify('$/cancelRequest', {id}));
      const dispose = () => subscription.dispose();
      answer.then(dispose, dispose);
    }
    return answer;
  }

  /** Ends the server in order; it is killed if that takes longer than two seconds. */
  async stop() {
    this.stopping = true;
    if (this.over) {
      return;
    }
    const closed = new Promise((resolve) => this.process.once('close', resolve));
    const late = setTimeout(() => this.process.kill('SIGKILL'), 2000);
    this.request('shutdown').then(() => this.notify('exit'), () => {});
    await closed;
    clearTimeout(late);
  }
}

module.exports = {Client, MessageReader, ServerError};
