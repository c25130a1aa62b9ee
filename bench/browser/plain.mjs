// The five steps of the healthy plan (test/trials/browser/site.mjs) as plain calls of playwright-core, told over IPC:
// `{url, plans, parallel, hasPictures}` in, `{wallMs}` out. A process of its own, so that its CPU can be counted.
import process from 'node:process';
import {chromium} from 'playwright-core';
import {inParallel} from './plans.mjs';

const browser = await chromium.launch({executablePath: process.argv[2], chromiumSandbox: process.getuid() !== 0});

async function plan(url, hasPictures) {
	const context = await browser.newContext({viewport: {width: 1280, height: 800}});
	const page = await context.newPage();
	const picture = () => (hasPictures ? page.screenshot() : undefined);
	await page.goto(url);
	await picture();
	await page.getByRole('textbox', {name: 'Task'}).fill('Buy milk');
	await picture();
	await page.getByRole('button', {name: 'Add task'}).click();
	await picture();
	await page.getByRole('list', {name: 'Tasks'}).getByText('Buy milk').waitFor();
	await picture();
	await page.waitForFunction(() => document.querySelectorAll('ul li').length === 1);
	await picture();
	await context.close();
}

process.on('message', async order => {
	if (order === 'stop') {
		await browser.close();
		process.disconnect();
		return;
	}
	const {url, plans, parallel, hasPictures} = order;
	const startedAt = performance.now();
	await inParallel(
		parallel,
		Array.from({length: plans}, () => () => plan(url, hasPictures)),
	);
	process.send({wallMs: performance.now() - startedAt});
});
process.send('ready');
