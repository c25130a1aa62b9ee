import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, it} from 'vitest';
import {createBackendBench} from '../../helpers/backend-bench.ts';
import {makeBarePython} from '../../helpers/bare-python.ts';
import {pythonWith} from '../../helpers/python-with.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-bare-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const bench = createBackendBench({}, async () => {
	const base = await pythonWith('venv');
	return {...base, executable: makeBarePython(folder, base), requests: null};
});

it('runs a test that imports only the standard library, and records its calls', async () => {
	const outcome = await bench.run(
		'import json, urllib.request\nwith urllib.request.urlopen(f"{TARGET_URL}/items", b"x") as r:\n    item = json.load(r)["id"]\nassert item == "item-7"',
		{produces: ['item']},
	);
	expect(outcome).toMatchObject({
		status: 'passed',
		captures: [{name: 'item', value: 'item-7'}],
		calls: [{method: 'POST', status: 201}],
	});
});

it('says how to install requests into this interpreter when a test needs it', async () => {
	const {error, trace, failedLine} = await bench.run('import requests');
	const {executable} = bench.python;
	const hint = `${executable} does not have it; install it with: ${executable} -m pip install requests`;
	expect(error).toBe(`ModuleNotFoundError: No module named 'requests'; ${hint}`);
	expect(trace).toContain(`\nnote: ${hint}`);
	expect(failedLine).toBe(1);
});

it('tells that requests is missing', async () => {
	const {ok, detail} = await bench.runner.check();
	expect(ok).toBe(true);
	expect(detail).toContain(`Python ${bench.python.version} (${bench.python.executable}), without requests, sandbox: `);
});
