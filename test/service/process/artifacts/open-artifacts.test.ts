import {mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {describe, expect, it, onTestFinished} from 'vitest';
import {forgetUnnamed} from '../../../../service/process/artifacts/forget-unnamed.ts';
import {
	artifactReader,
	artifactsVariable,
	openArtifacts,
} from '../../../../service/process/artifacts/open-artifacts.ts';
import {openNewStore} from '../../../helpers/open-new-store.ts';
import {startS3} from '../../../helpers/s3-server.ts';
import {runServe, serveFailure} from '../run-serve.ts';

function newFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'svc-artifacts-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
}

const folderUrl = () => pathToFileURL(join(newFolder(), 'pictures of runs')).href;
const open = (url: string) => openArtifacts({[artifactsVariable]: url});
const bytes = new Uint8Array([137, 80, 78, 71, 0, 255]);
const later = Date.now() + 2 * 86_400_000;

async function addressesIn(artifacts: Awaited<ReturnType<typeof open>>): Promise<string[]> {
	const found: string[] = [];
	for await (const some of artifacts.place!.list(later)) found.push(...some);
	return found.sort();
}

describe.each([
	['a folder', async () => folderUrl()],
	['a bucket', async () => (await startS3()).url],
])('%s for pictures', (_, newPlace) => {
	it('gives back what it was given, and nothing for what is gone', async () => {
		const artifacts = await open(await newPlace());
		const address = await artifacts.place!.write('0f3a', bytes, 'image/png');
		expect(new Uint8Array((await artifacts.read(address))!)).toEqual(bytes);
		expect(await addressesIn(artifacts)).toEqual([address]);
		await artifacts.place!.remove(address);
		expect(await artifacts.read(address)).toBeNull();
		expect(await addressesIn(artifacts)).toEqual([]);
	});

	it('loses what no row names after a day, and nothing else', async () => {
		const artifacts = await open(await newPlace());
		const database = await openNewStore(':memory:');
		onTestFinished(() => database.destroy());
		const place = artifacts.place!;
		const named = await place.write('aa01', bytes, 'image/png');
		const unnamed = await place.write('bb02', bytes, 'image/png');
		await database
			.insertInto('blobs')
			.values({hash: 'aa01', type: 'image/png', bytes: new Uint8Array(), address: named})
			.execute();
		const forget = (now: number) =>
			forgetUnnamed({place, database, now: () => now, settleMs: 0}, new AbortController().signal);
		expect(await forget(Date.now())).toBe(0);
		expect(await forget(later)).toBe(1);
		expect(await artifacts.read(unnamed)).toBeNull();
		expect(await addressesIn(artifacts)).toEqual([named]);
	});
});

describe('the place for pictures', () => {
	it('is the database where none is named', async () => {
		expect((await openArtifacts({})).place).toBeNull();
		expect((await open(' ')).place).toBeNull();
	});

	it('reads what was kept at another one before', async () => {
		const before = await open(folderUrl());
		const address = await before.place!.write('0f3a', bytes, 'image/png');
		const s3 = await startS3();
		for (const now of [await openArtifacts({}), await open(s3.url)])
			expect(new Uint8Array((await now.read(address))!)).toEqual(bytes);
	});

	it.each([
		['pictures'],
		['/var/pictures'],
		['https://storage.example/bucket'],
		['file://host/folder'],
		['s3:///prefix'],
		['s3://key:secret@bucket/prefix'],
		['s3://bucket?endpoint=storage.example'],
		['s3://bucket?acl=public'],
	])('is refused as %s, with what to write', async url => {
		const refusal = await open(url).catch((error: unknown) => error);
		expect(refusal).toMatchObject({failure: {details: {field: artifactsVariable, reason: 'url'}}});
		expect(JSON.stringify(refusal)).not.toContain('secret');
	});

	it('is refused when nothing can be written there, before a service starts on it', async () => {
		const file = join(newFolder(), 'a file');
		writeFileSync(file, '');
		const s3 = await startS3();
		for (const url of [pathToFileURL(file).href, s3.url.replace(s3.bucket, 'nobody-made-it')])
			await expect(open(url)).rejects.toMatchObject({failure: {details: {reason: 'unusable'}}});
	});

	it('says what the last attempt has met, until one succeeds', async () => {
		const s3 = await startS3();
		const artifacts = await open(s3.url);
		expect(artifacts.problem()).toBeNull();
		await s3.close();
		await expect(artifacts.place!.write('0f3a', bytes, 'image/png')).rejects.toThrow();
		expect(artifacts.problem()).toContain('ECONNREFUSED');
	});

	it('holds no half of a file', async () => {
		const folder = newFolder();
		const artifacts = await open(pathToFileURL(folder).href);
		await Promise.all(Array.from({length: 8}, () => artifacts.place!.write('0f3a', bytes, 'image/png')));
		expect(readdirSync(join(folder, '0f'))).toEqual(['0f3a']);
	});

	it('is read without a trace, also while it takes nothing', async () => {
		const folder = newFolder();
		const env = {[artifactsVariable]: pathToFileURL(folder).href};
		const address = await (await openArtifacts(env)).place!.write('0f3a', bytes, 'image/png');
		const before = readdirSync(folder, {recursive: true});
		expect(new Uint8Array((await (await artifactReader(env))(address))!)).toEqual(bytes);
		expect(readdirSync(folder, {recursive: true})).toEqual(before);
		const s3 = await startS3();
		await s3.close();
		const read = await artifactReader({[artifactsVariable]: s3.url});
		expect(new Uint8Array((await read(address))!)).toEqual(bytes);
	});

	it('is named by a service that is ready, and keeps one that cannot use it from starting', async () => {
		const s3 = await startS3();
		const {url} = await runServe({env: {...process.env, [artifactsVariable]: s3.url}});
		const {checks} = (await (await fetch(`${url}/readyz`)).json()) as {checks: Array<{name: string}>};
		expect(checks.find(({name}) => name === 'artifacts')).toMatchObject({ok: true, detail: 's3://pictures/svc/a'});
		expect(await serveFailure({env: {...process.env, [artifactsVariable]: 'elsewhere'}})).toMatchObject({
			code: 'VALIDATION_ERROR',
			details: {field: artifactsVariable},
		});
	});
});
