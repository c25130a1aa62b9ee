import {existsSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {Worker} from 'node:worker_threads';
import type {DocumentJob, JobMessage} from './document-job.ts';
import type {Lanes} from './lanes.ts';

/** Length of the documents of a job. */
const jobBytes = (job: DocumentJob): number =>
	job.kind === 'references'
		? bytesOf(job.files)
		: job.bytes.length + (job.kind === 'read' && job.parts ? bytesOf(job.parts.files) : 0);

const bytesOf = (files: ReadonlyMap<string, Uint8Array>): number =>
	[...files.values()].reduce((sum, {length}) => sum + length, 0);

/**
 * Works on one document and hands on what it says, message by message; the next one waits for `take`. Rejects with the
 * reason of `signal`, and with whatever `take` throws.
 */
export type DocumentReader = (
	job: DocumentJob,
	take: (message: JobMessage) => Promise<void>,
	signal: AbortSignal,
) => Promise<void>;

/** Where the worker lies seen from a module of the bundle: beside it or above it. */
const places = ['./document-worker.js', '../document-worker.js'];

/** What one document may take of the machine, and for how long. */
export type ReaderLimits = {memoryMb: number; timeoutMs: number};

const timeoutMs = 120_000;
const [leastMemoryMb, mostMemoryMb] = [128, 1024];
/** Of memory for a byte of a document: what is honest takes some twenty. */
const memoryOfByte = 32;

/** What a document of a length may take: a short one that grows beyond measure takes no more than it may. */
export const readerLimits = (bytes: number): ReaderLimits => ({
	memoryMb: Math.min(mostMemoryMb, leastMemoryMb + Math.ceil((bytes * memoryOfByte) / 1_000_000)),
	timeoutMs,
});
const stackSizeMb = 4;
/** Small, because what a document becomes lives until its end: a large nursery only costs its own size. */
const youngGenerationMb = 4;

/** Reads documents in threads of their own, one thread each, so that no document keeps the service from answering. */
export function createDocumentReader(
	moduleUrl: string = import.meta.url,
	limitsOf: (bytes: number) => ReaderLimits = readerLimits,
): DocumentReader {
	return async (job, take, signal) => {
		const limits = limitsOf(jobBytes(job));
		signal.throwIfAborted();
		// The bytes are handed over, not copied; the caller's own stay as they are.
		const bytes = 'bytes' in job ? new Uint8Array(job.bytes) : null;
		const worker = new Worker(workerEntry(moduleUrl), {
			workerData: bytes === null ? job : {...job, bytes},
			transferList: bytes === null ? [] : [bytes.buffer],
			resourceLimits: {
				maxOldGenerationSizeMb: limits.memoryMb,
				maxYoungGenerationSizeMb: youngGenerationMb,
				stackSizeMb,
			},
			env: {},
		});
		const abort = new AbortController();
		const onAbort = () => abort.abort(signal.reason);
		signal.addEventListener('abort', onAbort, {once: true});
		const timer = setTimeout(() => abort.abort(new TooLong()), limits.timeoutMs);
		try {
			await converse(worker, take, abort.signal);
		} catch (error) {
			const reason = reasonOf(error, limits);
			if (reason === null) throw error;
			await take({kind: 'failed', reason});
		} finally {
			clearTimeout(timer);
			signal.removeEventListener('abort', onAbort);
			await worker.terminate();
		}
	};
}

class TooLong extends Error {}

/** Asks for message after message until the worker has said its last one. */
function converse(worker: Worker, take: (message: JobMessage) => Promise<void>, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), {once: true});
		worker.on('error', reject);
		worker.on('exit', () => resolve());
		worker.on('message', (message: JobMessage) => {
			take(message).then(() => worker.postMessage(null), reject);
		});
		worker.postMessage(null);
	});
}

/** Failures that the document is to blame for, in words; null for all others. */
function reasonOf(error: unknown, {memoryMb, timeoutMs}: ReaderLimits): string | null {
	if (error instanceof TooLong) return `The document cannot be read: it takes longer than ${timeoutMs / 1000} s.`;
	return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
		? `The document cannot be read: it takes more than ${memoryMb} MB of memory.`
		: null;
}

function workerEntry(moduleUrl: string): string {
	const entries = places.map(place => fileURLToPath(new URL(place, moduleUrl)));
	const found = entries.find(existsSync);
	if (found === undefined) throw new Error(`${entries.join(' and ')} are missing; install svc again.`);
	return found;
}

/** Readers at the same time, in one service. */
export const mostReaders = 2;
/** Bytes of the documents that they read, together: a document takes some twenty times its length while it is read. */
export const mostReadBytes = 5_000_000;

/** The same reader, which waits for its turn; a cancelled one leaves its place to the next. */
export const readInTurn =
	(read: DocumentReader, lanes: Lanes): DocumentReader =>
	(job, take, signal) =>
		lanes(() => read(job, take, signal), {signal, size: jobBytes(job)});
