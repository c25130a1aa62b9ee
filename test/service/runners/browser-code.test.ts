import process from 'node:process';
import {expect, it} from 'vitest';
import {findBrowser} from '../../../service/browser/find-browser.ts';
import {createBackendBench} from '../../helpers/backend-bench.ts';

const bench = createBackendBench();
const browserPath = findBrowser(process.env) ?? '';

/** As a test of a website that is a file of code may be written with nothing but the standard library. */
const code = `
import subprocess, tempfile
page = subprocess.run(
    [BROWSER_PATH, "--headless", "--no-sandbox", "--user-data-dir=" + tempfile.mkdtemp(), "--dump-dom", TARGET_URL + "/"],
    capture_output=True, text=True, timeout=120)
assert page.returncode == 0, page.stderr[-500:]
assert "<html" in page.stdout, page.stdout[:200]
`;

it('code of a frontend test can start the browser that it is given', async () => {
	const {status, error, trace} = await bench.run(code, {browserPath, timeoutSeconds: 180});
	expect([status, error, trace]).toEqual(['passed', null, null]);
});

it('its own memory stays limited', async () => {
	const {status, error} = await bench.run('data = bytearray(6 * 1024 ** 3)', {browserPath});
	expect([status, error]).toEqual(['failed', expect.stringMatching(/memory/i)]);
});

it('code of a backend test keeps the limit of its address space', async () => {
	const reserve = 'import mmap\nmmap.mmap(-1, 3 * 1024 ** 3)';
	const {status} = await bench.run(reserve);
	expect(status).not.toBe('passed');
});
