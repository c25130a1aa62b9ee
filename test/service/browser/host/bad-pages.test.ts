import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

it('a download without end is given up', async () => {
	const {url} = await serveSite({
		'/': page('<a href="/endless.bin">Get the file</a>'),
		'/endless.bin': (_, response) => {
			response.writeHead(200, {
				'content-type': 'application/octet-stream',
				'content-disposition': 'attachment; filename="endless.bin"',
			});
			const chunk = Buffer.alloc(1024 ** 2);
			const send = () => {
				while (!response.destroyed && response.write(chunk));
			};
			response.on('drain', send);
			send();
		},
	});
	const outcome = await bench.run(url, ['Go to /', 'Download the file']);
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'assertion_blocked', failedStepIndex: 2});
	expect(outcome.error).toContain('larger than 50 MB');
});

it('a page that redirects itself for ever ends in the time of its steps', async () => {
	const {url} = await serveSite({'/': page('<h1>Round</h1><script>location.href = "/?" + Math.random()</script>')});
	const outcome = await bench.run(url, ['Go to /', '! "Never" is visible'], {stepTimeoutMs: 2000});
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'network_timeout'});
});

it('a plan of 200 steps, and a step of 2,000 characters, are carried out', async () => {
	const {url} = await serveSite({'/': page('<label>Note <textarea></textarea></label><h1>Welcome</h1>')});
	const text = 'lorem '.repeat(320).trim();
	const settings = {
		consent: 'reject',
		pictures: 'off',
		stayOnOrigin: false,
		loginOrigins: [],
		testIdAttributes: [],
	} as const;
	const lines = [
		'Go to /',
		`Type "${text}" into the Note field`,
		...Array.from({length: 198}, () => '! "Welcome" is visible'),
	];
	const outcome = await bench.run(url, lines, {settings: {...settings, loginOrigins: [], testIdAttributes: []}});
	expect(outcome).toMatchObject({status: 'passed', error: null});
	expect(outcome.steps).toHaveLength(200);
});

it('a click that keeps the page busy for a while is waited for, and made once', async () => {
	const {url} = await serveSite({
		'/': page(
			`<p id="out">Clicks: 0</p><button onclick="const end = Date.now() + 4000; while (Date.now() < end); out.textContent = 'Clicks: ' + (window.n = (window.n ?? 0) + 1)">Add</button>`,
		),
	});
	const lines = ['Go to /', 'Click "Add"', '! "Clicks: 1" is visible'];
	expect(await bench.run(url, lines)).toMatchObject({status: 'passed', error: null});
});

it('a page that takes all memory is ended, and the run says so', async () => {
	const {url} = await serveSite({
		'/': page('<button onclick="const a=[];for(;;)a.push(new Array(1e6).fill(Math.random()))">Grow</button>'),
	});
	const outcome = await bench.run(url, ['Go to /', 'Click "Grow"', '! "x" is visible'], {stepTimeoutMs: 40000});
	expect(outcome).toMatchObject({status: 'blocked', failureKind: 'browser_crash', failedStepIndex: 2});
	expect(outcome.error).toContain('GB of memory');
});
