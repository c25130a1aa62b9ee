import {type FileHandle, open} from 'node:fs/promises';
import {fileErrorWords} from '../../../source/process/file-error-words.ts';
import {assertRegular} from '../../../source/process/regular-file.ts';
import {ServeError} from '../serve-error.ts';
import {
	type ArchiveEnd,
	archiveFormat,
	type ArchiveHeader,
	archiveVersion,
	type ChunkHead,
	mostChunkBytes,
	sha256,
} from './archive-format.ts';

/** A chunk of an archive; `bytes` reads what it holds and rejects where that is damaged. */
type Chunk = Omit<ChunkHead, 'bytes'> & {
	/** Where the next one begins. */
	endsAt: number;
	bytes(): Promise<Buffer>;
};

const mostLineBytes = 1024 * 1024;

/** Reads an archive from its beginning to its end, once. Throws `ServeError` for what is none, is damaged, or ends in the middle. */
export class ArchiveReader {
	readonly #file: FileHandle;
	readonly #path: string;
	readonly header: ArchiveHeader;
	/** Where the header ends. */
	readonly startsAt: number;

	private constructor(file: FileHandle, path: string, header: ArchiveHeader, startsAt: number) {
		this.#file = file;
		this.#path = path;
		this.header = header;
		this.startsAt = startsAt;
	}

	static async open(path: string): Promise<ArchiveReader> {
		const file = await openRegular(path).catch((error: NodeJS.ErrnoException) => {
			throw refused(
				`The archive ${path} cannot be read: ${fileErrorWords(error.code ?? '')}.`,
				'Name the file that svc service export has written.',
				'not_readable',
			);
		});
		try {
			const line = await readLine(file, 0).catch(() => null);
			const header = line && (parsed(line.text) as Partial<ArchiveHeader> | null);
			if (!line || header?.format !== archiveFormat || typeof header.version !== 'number')
				throw refused(
					`${path} is no archive of svc.`,
					'Name the file that svc service export has written.',
					'no_archive',
				);
			if (header.version > archiveVersion)
				throw refused(
					`The archive ${path} was written by a newer version of svc, ${header.writtenBy}.`,
					`Install svc ${header.writtenBy}, then import it.`,
					'newer',
				);
			return new ArchiveReader(file, path, header as ArchiveHeader, line.endsAt);
		} catch (error) {
			await file.close();
			throw error;
		}
	}

	/** Every chunk in its order; answers the end, null where the archive has none. */
	async *chunks(): AsyncGenerator<Chunk, ArchiveEnd | null> {
		for (let at = this.startsAt; ; ) {
			const line = await readLine(this.#file, at);
			if (!line) return null;
			const head = parsed(line.text) as ChunkHead | ArchiveEnd | null;
			if (head && 'end' in head) return head;
			if (!head || !Number.isInteger(head.bytes) || head.bytes < 0 || head.bytes > mostChunkBytes)
				throw this.#damaged(at);
			const from = line.endsAt;
			const endsAt = from + head.bytes;
			if ((await this.#file.stat()).size < endsAt) return null;
			yield {...head, endsAt, bytes: () => this.#read(from, head)};
			at = endsAt;
		}
	}

	async close(): Promise<void> {
		await this.#file.close();
	}

	async #read(from: number, {bytes: length, sha256: wanted}: ChunkHead): Promise<Buffer> {
		const bytes = Buffer.allocUnsafe(length);
		for (let at = 0; at < length; ) {
			const {bytesRead} = await this.#file.read(bytes, at, length - at, from + at);
			if (bytesRead === 0) throw this.#damaged(from);
			at += bytesRead;
		}
		if (sha256(bytes) !== wanted) throw this.#damaged(from);
		return bytes;
	}

	#damaged(at: number): ServeError {
		return refused(
			`The archive ${this.#path} is damaged at byte ${at}: its checksum is another one.`,
			'Copy it once more, or export again; nothing that was imported before is lost.',
			'damaged',
		);
	}
}

/** A pipe would keep an `open` waiting. */
async function openRegular(path: string): Promise<FileHandle> {
	assertRegular(path);
	return open(path, 'r');
}

/** The text of a line and where the next one begins; null where the file ends before the line does. */
async function readLine(file: FileHandle, from: number): Promise<{text: string; endsAt: number} | null> {
	for (let size = 4096; ; size = Math.min(size * 8, mostLineBytes)) {
		const {buffer, bytesRead} = await file.read(Buffer.allocUnsafe(size), 0, size, from);
		const end = buffer.subarray(0, bytesRead).indexOf(10);
		if (end !== -1) return {text: buffer.toString('utf8', 0, end), endsAt: from + end + 1};
		if (bytesRead < size || size === mostLineBytes) return null;
	}
}

function parsed(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' ? value : null;
	} catch {
		return null;
	}
}

const refused = (message: string, nextAction: string, reason: string) =>
	new ServeError('VALIDATION_ERROR', message, {nextAction, details: {field: 'file', reason}});
