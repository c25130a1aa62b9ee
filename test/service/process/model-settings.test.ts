import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {modelSettings, noModel, takeModelEnvironment} from '../../../service/process/model-settings.ts';
import {inspectRuntimes} from '../../../service/process/runtimes.ts';

describe('a model', () => {
	it('is none unless somebody configures one, and its key leaves the environment', () => {
		expect(modelSettings(takeModelEnvironment({}), undefined)).toBeNull();
		const env: Record<string, string | undefined> = {
			SVC_MODEL_URL: 'https://models.example.com/v1/',
			SVC_MODEL_NAME: 'small',
			SVC_MODEL_KEY: 'secret-key',
			PATH: '/bin',
		};
		expect(modelSettings(takeModelEnvironment(env), undefined)).toEqual({
			url: 'https://models.example.com/v1',
			name: 'small',
			style: 'openai',
			key: 'secret-key',
		});
		expect(env).toEqual({PATH: '/bin'});
	});

	it('takes what the environment leaves open from config.json, and its key from a file', () => {
		const keyFile = join(mkdtempSync(join(tmpdir(), 'svc-model-')), 'key');
		writeFileSync(keyFile, 'from-file\n');
		const stored = {url: 'http://127.0.0.1:9', name: 'local', style: 'anthropic', keyFile};
		expect(modelSettings({...noModel, name: 'other'}, stored)).toEqual({
			url: 'http://127.0.0.1:9',
			name: 'other',
			style: 'anthropic',
			key: 'from-file',
		});
	});

	it.each([
		[{url: 'nowhere', name: 'a'}, 'SVC_MODEL_URL'],
		[{url: 'http://127.0.0.1:9'}, 'SVC_MODEL_NAME'],
		[{url: 'http://127.0.0.1:9', name: 'a', style: 'odd'}, 'SVC_MODEL_STYLE'],
		[{url: 'http://127.0.0.1:9', name: 'a', keyFile: '/nowhere/key'}, 'SVC_MODEL_KEY_FILE'],
	])('that cannot be used is refused by name: %j', (given, field) => {
		expect(() => modelSettings({...noModel, ...given}, undefined)).toThrow(field);
	});

	it('is shown by doctor when there is one', async () => {
		const dataDir = mkdtempSync(join(tmpdir(), 'svc-model-'));
		const shown = async (env: Record<string, string>) =>
			(await inspectRuntimes({dataDir, env: {PATH: process.env['PATH'] ?? '', ...env}})).filter(
				({name}) => name === 'Model',
			);
		expect(await shown({})).toEqual([]);
		expect(await shown({SVC_MODEL_URL: 'http://127.0.0.1:9/v1', SVC_MODEL_NAME: 'tiny', SVC_MODEL_KEY: 'k'})).toEqual([
			{name: 'Model', status: 'ok', detail: 'tiny at http://127.0.0.1:9 (openai)'},
		]);
		expect(await shown({SVC_MODEL_URL: 'http://127.0.0.1:9/v1'})).toMatchObject([{status: 'warn'}]);
	});
});
