// Reads an archive by its directory (APPNOTE 4.3): what it holds, by name, with each checksum looked at.
'use strict';

const zlib = require('zlib');

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function unzip(archive) {
  const end = archive.length - 22;
  if (archive.readUInt32LE(end) !== 0x06054b50) {
    throw new Error('the archive does not end in its directory');
  }
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const files = new Map();
  for (let i = 0; i < count; ++i) {
    if (archive.readUInt32LE(at) !== 0x02014b50) {
      throw new Error('the directory is malformed');
    }
    const [crc, packed, size] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset));
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const place = archive.readUInt32LE(at + 42);
    const called = archive.toString('utf8', at + 46, at + 46 + name);
    const begin = place + 30 + archive.readUInt16LE(place + 26) + archive.readUInt16LE(place + 28);
    const bytes = zlib.inflateRawSync(archive.subarray(begin, begin + packed));
    if (archive.readUInt32LE(place) !== 0x04034b50 || bytes.length !== size || crc32(bytes) !== crc) {
      throw new Error(`${called} is damaged`);
    }
    files.set(called, bytes);
    at += 46 + name + extra + comment;
  }
  return files;
}

module.exports = {unzip};
