import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {expect, it} from 'vitest';
import {prepareTexts} from '../../build/prepare-texts.ts';
import {openApiText} from '../../service/http/routes/operations.ts';

it('the document of the API is what the build has put beside the bundle or above it, and is made where there is none', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'svc-openapi-'));
	mkdirSync(join(folder, 'prepared'));
	const [bundle, chunk] = ['service.js', 'service/chunk.js'].map(name => pathToFileURL(join(folder, name)).href);
	const made = JSON.parse((await openApiText('9.9.9', bundle)).toString());
	expect(made).toMatchObject({openapi: '3.1.0', info: {version: '9.9.9'}});
	writeFileSync(join(folder, 'prepared', 'openapi.json'), '{"openapi":"3.1.0"}');
	for (const place of [bundle, chunk])
		expect((await openApiText('9.9.9', place)).toString()).toBe('{"openapi":"3.1.0"}');
});

it('the build puts it there', async () => {
	const folder = join(mkdtempSync(join(tmpdir(), 'svc-openapi-')), 'prepared');
	await prepareTexts(folder, '9.9.9', new URL('../../docs/', import.meta.url));
	const text = await openApiText('0.0.0', pathToFileURL(join(folder, '../service.js')).href);
	expect(JSON.parse(text.toString()).info.version).toBe('9.9.9');
});
