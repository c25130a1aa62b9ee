import {createHash} from 'node:crypto';
import {promisify} from 'node:util';
import {constants, gunzip, gzip} from 'node:zlib';
import type {Value} from '../../store/archive/archived-rows.ts';

/**
 * An archive of a store is a file of lines of JSON, each ended by a newline: one `ArchiveHeader`, then for some rows of a table a
 * `ChunkHead` with the bytes of the chunk behind it, and at the end one `ArchiveEnd`. Whoever reads it needs the memory of one chunk.
 */
export const archiveFormat = 'svc archive';

/** The newest form that this version reads, and the one it writes. */
export const archiveVersion = 1;

export type ArchiveHeader = {
	format: typeof archiveFormat;
	version: number;
	/** New for each export; one that goes on keeps it. */
	id: string;
	/** Version of svc that has written it. */
	writtenBy: string;
	/** Epoch milliseconds. */
	at: number;
	/** Migrations of the store, in their order. */
	migrations: string[];
	/** Fingerprint of the key that its secrets are encrypted with; null: it holds none. */
	secretsKey: string | null;
};

export type ChunkHead = {
	table: string;
	columns: string[];
	rows: number;
	/** Size of what follows: gzip of one row a line. */
	bytes: number;
	/** Hex, of what follows. */
	sha256: string;
};

export type ArchiveEnd = {
	end: true;
	/** Rows by table; a table without any is 0. */
	tables: Record<string, number>;
	/** Hex, of the checksums of all chunks in their order. */
	sha256: string;
};

export const lineOf = (line: ArchiveHeader | ChunkHead | ArchiveEnd): Buffer =>
	Buffer.from(`${JSON.stringify(line)}\n`);

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** No chunk that we write is near it; a file that claims more is none of ours. */
export const mostChunkBytes = 512 * 1024 * 1024;

/** Rows as the bytes of a chunk. Bytes stand as `{"b": base64}`. */
export async function packRows(rows: ReadonlyArray<readonly Value[]>): Promise<Buffer> {
	const lines = rows.map(row => `${JSON.stringify(row.map(value => (isBytes(value) ? {b: base64(value)} : value)))}\n`);
	return pack(lines.join(''), {level: constants.Z_BEST_SPEED});
}

export async function unpackRows(bytes: Uint8Array): Promise<Value[][]> {
	const text = (await unpack(bytes, {maxOutputLength: 2 * mostChunkBytes})).toString('utf8');
	return text
		.split('\n')
		.filter(line => line !== '')
		.map(line => (JSON.parse(line) as Array<Value | {b: string}>).map(unpacked));
}

const isBytes = (value: Value): value is Uint8Array => typeof value === 'object' && value !== null;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
const unpacked = (value: Value | {b: string}): Value =>
	typeof value === 'object' && value !== null && 'b' in value ? Buffer.from(value.b, 'base64') : value;
