import {createHash} from 'node:crypto';
import {createReadStream, readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {Download} from 'playwright-core';

export type DownloadedFile = {path: string; bytes: number; sha256: string};

export const mostDownloadBytes = 50 * 1024 ** 2;
const patienceMs = 60_000;
const lookEveryMs = 200;

const tooLarge = () => new Error(`it is larger than ${mostDownloadBytes / 1024 ** 2} MB`);

/**
 * A download when it has come whole; rejects with the reason. The browser tells nobody how far it is, but what it has
 * written shows in `folder`: a file that grows beyond the limit ends the downloads under way there that are not done.
 */
export async function downloadedFile(download: Download, folder: string): Promise<DownloadedFile> {
	let reason: Error | null = null;
	const cancel = (why: Error) => {
		reason = why;
		void download.cancel().catch(() => {});
	};
	const late = setTimeout(() => cancel(new Error(`it took longer than ${patienceMs / 1000} s`)), patienceMs);
	const looks = setInterval(() => {
		if (largestIn(folder) > mostDownloadBytes) cancel(tooLarge());
	}, lookEveryMs);
	try {
		const failure = await download.failure();
		if (failure !== null) throw reason ?? new Error(failure);
		const path = await download.path();
		const {size: bytes} = statSync(path);
		if (bytes > mostDownloadBytes) {
			await download.delete();
			throw tooLarge();
		}
		const hash = createHash('sha256');
		for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
		return {path, bytes, sha256: hash.digest('hex')};
	} finally {
		clearTimeout(late);
		clearInterval(looks);
	}
}

/** Finished files are never larger, so one that is has not finished. */
function largestIn(folder: string): number {
	const sizes = readdirSync(folder, {recursive: true}).map(name => {
		try {
			return statSync(join(folder, String(name))).size;
		} catch {
			return 0;
		}
	});
	return Math.max(0, ...sizes);
}
