import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {importReader} from '../../../source/test-code/imported-modules.ts';

const code = 'import json\nimport shop_of_nowhere\ntry:\n    import other_of_nowhere\nexcept ImportError:\n    pass\n';

it('warns of what the Python of the tests does not have, with its line', async () => {
	const read = importReader(async () => ({executable: 'python3', userSite: null}));
	expect(await read(code)).toEqual([
		expect.stringMatching(/^line 2: imports shop_of_nowhere, which .+ does not have: a package is installed/),
	]);
});

it('knows the packages of the user that tests have, too', async () => {
	const userSite = mkdtempSync(join(tmpdir(), 'svc-user-site-'));
	try {
		mkdirSync(join(userSite, 'shop_of_nowhere'));
		writeFileSync(join(userSite, 'shop_of_nowhere', '__init__.py'), '');
		expect(await importReader(async () => ({executable: 'python3', userSite}))(code)).toEqual([]);
	} finally {
		rmSync(userSite, {recursive: true});
	}
});

it('says nothing where nobody knows the Python, and asks again', async () => {
	const found = [null, {executable: 'python3', userSite: null}];
	const read = importReader(async () => found.shift() ?? Promise.reject(new Error('there is no Python')));
	expect(await read(code)).toEqual([]);
	expect(await read(code)).toHaveLength(1);
	// Found once, it stays.
	expect(await read(code)).toHaveLength(1);
});
