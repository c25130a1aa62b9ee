// How long a look at a page of 3,000 elements takes: `node look.mjs <bundle of page-look.ts> <browser>`, median in ms out.
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';
import {median} from '../measure.mjs';

const [bundle, executablePath] = process.argv.slice(2);
const {takeLook} = await import(pathToFileURL(bundle).href);
const browser = await chromium.launch({executablePath, chromiumSandbox: process.getuid() !== 0});
const page = await browser.newPage();
const rows = Array.from({length: 600}, (_, row) => {
	const cells = ['name', 'state'].map(what => `<td>${what} ${row}</td>`).join('');
	return `<tr>${cells}<td><button>Edit ${row}</button></td><td><a href="/${row}">Open ${row}</a></td></tr>`;
});
await page.setContent(`<h1>Rows</h1><table>${rows.join('')}</table>`);
const times = {look: [], aria: []};
let elements = 0;
for (let turn = 0; turn < 12; turn++) {
	let startedAt = performance.now();
	({
		elements: {length: elements},
	} = await takeLook(page, {testIdAttributes: ['data-testid'], selectors: []}, 30_000));
	if (turn > 1) times.look.push(performance.now() - startedAt);
	startedAt = performance.now();
	await page.ariaSnapshotJSON({mode: 'ai', boxes: true});
	if (turn > 1) times.aria.push(performance.now() - startedAt);
}
await browser.close();
process.stdout.write(JSON.stringify({look: median(times.look), aria: median(times.aria), elements}));
