import {mkdtempSync, rmSync} from 'node:fs';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import S3rver from 's3rver';
import {onTestFinished, vi} from 'vitest';

/** A storage that speaks S3 and checks signatures, with one bucket, `pictures`; the usual variables say who one is. */
export async function startS3(): Promise<{url: string; endpoint: string; bucket: string; close(): Promise<void>}> {
	const directory = mkdtempSync(join(tmpdir(), 'svc-s3-'));
	const bucket = 'pictures';
	const server = new S3rver({
		address: '127.0.0.1',
		port: 0,
		silent: true,
		directory,
		vhostBuckets: false,
		configureBuckets: [{name: bucket, configs: []}],
	});
	const {port} = (await server.run()) as AddressInfo;
	vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
	vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
	const endpoint = `http://127.0.0.1:${port}`;
	let isOpen = true;
	const close = async () => {
		if (isOpen) await server.close();
		isOpen = false;
	};
	onTestFinished(async () => {
		await close();
		rmSync(directory, {recursive: true, force: true});
		vi.unstubAllEnvs();
	});
	return {url: `s3://${bucket}/svc/a?endpoint=${endpoint}&region=eu-central-1`, endpoint, bucket, close};
}
