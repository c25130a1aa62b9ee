const table = Array.from({length: 256}, (_, byte) => {
	let value = byte;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
	return value >>> 0;
});

/** The checksum of ZIP; Node has it from version 22 on. */
export function crc32(bytes: Uint8Array): number {
	let sum = 0xffffffff;
	for (const byte of bytes) sum = table[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
	return (sum ^ 0xffffffff) >>> 0;
}
