import {createSocket} from 'node:dgram';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, beforeEach, expect, it, onTestFinished} from 'vitest';
import {PNG} from 'pngjs';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

/** Stands for the service itself: nothing of a page may reach it. */
let visits: string[] = [];
const own = createServer((request, response) => {
	visits.push(`${request.method} ${request.url}`);
	response.setHeader('access-control-allow-origin', '*');
	response.end('reached');
});
own.on('upgrade', (request, socket) => {
	visits.push(`UPGRADE ${request.url}`);
	socket.destroy();
});
beforeAll(() => new Promise<void>(resolve => void own.listen(0, '127.0.0.1', resolve)));
afterAll(() => void own.close());
beforeEach(() => {
	visits = [];
});
const ownPort = () => (own.address() as AddressInfo).port;

const bench = createPlanBench({refusedPorts: () => [ownPort()]});

const spellings = [
	'127.0.0.1',
	'localhost',
	'2130706433',
	'0x7f000001',
	'0177.0.0.1',
	'127.1',
	'[::1]',
	'[::ffff:127.0.0.1]',
	'[::ffff:7f00:1]',
	'0.0.0.0',
];

const ways: Record<string, (address: string) => string> = {
	'an image': address => `<img src="${address}/img">`,
	'a request of a script': address =>
		`<script>fetch('${address}/fetch').then(() => {done.textContent = 'reached'}, () => {})</script>`,
	'a frame': address => `<iframe src="${address}/frame"></iframe>`,
	'a socket': address => `<script>new WebSocket('${address.replace('http', 'ws')}/socket')</script>`,
	'a beacon': address => `<script>navigator.sendBeacon('${address}/beacon', 'x')</script>`,
	'a popup': address => `<script>window.open('${address}/popup')</script>`,
	'a form': address =>
		`<form id="f" action="${address}/form" target="there"></form><iframe name="there"></iframe><script>f.submit()</script>`,
	'a style': address => `<link rel="stylesheet" href="${address}/style">`,
};

it('no way of a page leads to the service, however its address is written', async () => {
	const outcomes = await Promise.all(
		Object.values(ways).map(async html => {
			const body = spellings.map(host => html(`http://${host}:${ownPort()}`)).join('\n');
			const {url} = await serveSite({'/': page(`<h1>Welcome</h1><p id="done"></p>${body}`)});
			return bench.run(url, ['Go to /', 'Wait for 1 second', '! The page does not contain "reached"']);
		}),
	);
	expect(visits).toEqual([]);
	for (const {status} of outcomes) expect(['passed', 'blocked']).toContain(status);
});

it('a download, and a call of WebRTC, do not reach the service', async () => {
	const heard: string[] = [];
	const ear = createSocket('udp4', data => void heard.push(data.toString('hex')));
	await new Promise<void>(resolve => ear.bind(0, '127.0.0.1', resolve));
	onTestFinished(() => void ear.close());
	const call = `<script>
		const candidates = [];
		const peer = new RTCPeerConnection({iceServers: [
			{urls: 'stun:127.0.0.1:${ear.address().port}'},
			{urls: 'turn:127.0.0.1:${ownPort()}?transport=tcp', username: 'u', credential: 'p'},
		]});
		peer.onicecandidate = ({candidate}) => {
			if (candidate) candidates.push(candidate.candidate);
			else done.textContent = 'gathered ' + candidates.length;
		};
		peer.createDataChannel('x');
		peer.createOffer().then(offer => peer.setLocalDescription(offer));
	</script>`;
	const {url} = await serveSite({
		'/': page(`<p id="done"></p><a download href="http://localhost:${ownPort()}/file">Get the file</a>${call}`),
	});
	const outcome = await bench.run(url, ['! "gathered 0" is visible', 'Download the file'], {stepTimeoutMs: 5000});
	expect(outcome).toMatchObject({failedStepIndex: 2});
	expect([visits, heard]).toEqual([[], []]);
});

it('an address of the service is refused, also by redirect, and the run says so', async () => {
	const {url} = await serveSite({
		'/away': (_, response) => response.writeHead(302, {location: `http://localhost:${ownPort()}/x`}).end(),
	});
	const direct = await bench.run(url, [`Go to http://127.0.0.1:${ownPort()}/`]);
	expect(direct).toMatchObject({
		status: 'blocked',
		failureKind: 'network',
		error: expect.stringContaining('this service itself'),
	});
	const redirected = await bench.run(url, ['Go to /away']);
	expect(redirected).toMatchObject({
		status: 'blocked',
		failureKind: 'network',
		error: expect.stringContaining('this service itself'),
	});
	expect(visits).toEqual([]);
});

it('private addresses are refused where the service does not test them', async () => {
	const {url, requests} = await serveSite({'/': page('<h1>Welcome</h1>')});
	const outcome = await bench.run(url, ['Go to /'], {mayVisitPrivate: false});
	expect(outcome).toMatchObject({status: 'blocked', failureKind: 'network', error: expect.stringContaining('private')});
	expect(outcome.steps[0]!.failure?.case).toBe('refused_address');
	expect(requests).toEqual([]);
});

const canary = 'Canary-9fJ2-secret';

it('what is typed from a secret stands in no text and no picture that is kept', async () => {
	const form = (type: string) =>
		page(
			`<style>body{margin:0;background:#fff}input,p{position:absolute;left:20px;height:30px;width:300px;margin:0;font:20px monospace}</style>
			<label style="position:absolute;top:0">Secret <input style="top:40px" type="${type}" oninput="echo.textContent = 'You typed ' + this.value; console.error('typed ' + this.value); fetch('/log?token=' + encodeURIComponent(this.value))"></label>
			<p id="echo" style="top:100px"></p>`,
		);
	for (const type of ['password', 'text']) {
		const {url} = await serveSite({'/': form(type)});
		const outcome = await bench.run(
			url,
			['Go to /', 'Type VAR_KEY into the Secret field', '! "You typed" is visible', '! "Nowhere" is visible'],
			{
				variables: {KEY: canary},
				secretNames: ['KEY'],
				stepTimeoutMs: 1500,
				settings: {consent: 'reject', pictures: 'all', stayOnOrigin: false, loginOrigins: [], testIdAttributes: []},
			},
		);
		expect(outcome.steps[1]!.status).toBe('passed');
		const kept = JSON.stringify({
			...outcome,
			steps: outcome.steps.map(step => ({...step, evidence: {...step.evidence, picture: null}})),
		});
		expect(kept).not.toContain(canary);
		expect(kept).toContain('•••');
		const {picture, requests} = outcome.steps[1]!.evidence;
		expect(requests.every(({url: address}) => !address.includes(canary))).toBe(true);
		const image = PNG.sync.read(Buffer.from(picture!));
		const colour = (x: number, y: number) => [
			...image.data.subarray((y * image.width + x) * 4, (y * image.width + x) * 4 + 3),
		];
		// The field, and the text that repeats it, are grey from end to end.
		expect([colour(30, 55), colour(180, 55)]).toEqual([
			[128, 128, 128],
			[128, 128, 128],
		]);
		const echoed = Array.from({length: 30}, (_, row) => colour(230, 100 + row));
		expect(echoed.some(([red, green, blue]) => red === 128 && green === 128 && blue === 128)).toBe(true);
	}
});

it('a secret that the page shows with markup within it stands in no text and no picture either', async () => {
	const {url} = await serveSite({
		'/': page(
			`<style>body{margin:0;background:#fff}p{position:absolute;left:0;top:100px;height:30px;margin:0;font:20px/30px monospace}</style>
			<label>Secret <input oninput="const at = this.value.indexOf('9'); echo.innerHTML = 'You typed: ' + this.value.slice(0, at) + '<mark>' + this.value.slice(at) + '</mark>.'"></label>
			<p id="echo"></p>`,
		),
	});
	const outcome = await bench.run(url, ['Go to /', 'Type VAR_KEY into the Secret field', '! "You typed" is visible'], {
		variables: {KEY: canary},
		secretNames: ['KEY'],
		settings: {consent: 'reject', pictures: 'all', stayOnOrigin: false, loginOrigins: [], testIdAttributes: []},
	});
	expect(outcome.status).toBe('passed');
	for (const {evidence} of outcome.steps.slice(1)) {
		for (const text of [evidence.html, evidence.outline]) {
			expect(text).toContain('•••');
			expect(text).toContain('You typed');
			expect(text).not.toContain(canary.slice(0, 7));
			expect(text).not.toContain(canary.slice(7));
		}
		const image = PNG.sync.read(Buffer.from(evidence.picture!));
		// Each character is 12 pixels wide; the secret begins behind the 11 of `You typed: `.
		const covered = Array.from({length: canary.length}, (_, place) => {
			const at = (115 * image.width + (11 + place) * 12 + 6) * 4;
			return image.data.subarray(at, at + 3).toString('hex');
		});
		expect(new Set(covered)).toEqual(new Set(['808080']));
	}
});

it('a secret is not typed into a page of another origin', async () => {
	const other = await serveSite({'/': page('<label>Password <input type="password"></label>')});
	const {url} = await serveSite({'/': page('<h1>Welcome</h1>')});
	const lines = ['Go to /', `Go to ${other.url}/`, 'Enter the password VAR_KEY'];
	const more = {variables: {KEY: canary}, secretNames: ['KEY']};
	const refused = await bench.run(url, lines, more);
	expect(refused).toMatchObject({
		status: 'blocked',
		failedStepIndex: 3,
		error: expect.stringContaining('--login-origin'),
	});
	const settings = {
		consent: 'reject',
		pictures: 'off',
		stayOnOrigin: false,
		loginOrigins: [other.url],
		testIdAttributes: [],
	} as const;
	expect(
		await bench.run(url, lines, {...more, settings: {...settings, loginOrigins: [other.url], testIdAttributes: []}}),
	).toMatchObject({status: 'passed'});
	const strict = await bench.run(url, lines, {
		...more,
		settings: {...settings, stayOnOrigin: true, loginOrigins: [], testIdAttributes: []},
	});
	expect(strict).toMatchObject({status: 'blocked', failedStepIndex: 2, error: expect.stringContaining('stayOnOrigin')});
});

it('the account of the project signs in, and the other members of a batch stay signed in', async () => {
	const sessions = new Set<string>();
	const posts: string[] = [];
	const {url} = await serveSite({
		'/': (request, response) => {
			const isIn = [...sessions].some(id => request.headers.cookie?.includes(id));
			response.setHeader('content-type', 'text/html');
			response.end(page(isIn ? '<h1>Hello Jane</h1><a href="/out">Sign out</a>' : '<a href="/login">Sign in</a>'));
		},
		'/login': (request, response) => {
			if (request.method !== 'POST') {
				response.setHeader('content-type', 'text/html');
				response.end(
					page(
						'<form method="post"><label>E-mail <input name="u"></label><label>Password <input name="p" type="password"></label><button>Continue</button></form>',
					),
				);
				return;
			}
			let body = '';
			request.on('data', chunk => (body += chunk));
			request.on('end', () => {
				posts.push(body);
				const isRight = body === `u=jane&p=${canary}`;
				if (isRight) sessions.add('id=s1');
				if (isRight) response.writeHead(303, {location: '/', 'set-cookie': 'id=s1; Path=/'}).end();
				else
					response
						.writeHead(200, {'content-type': 'text/html'})
						.end(page('<div role="alert">Wrong password</div><label>Password <input type="password"></label>'));
			});
		},
	});
	const more = {account: {username: 'jane', password: canary}, loginKey: 'batch-1'};
	const first = await bench.run(url, ['Go to /', 'Log in', '! "Hello Jane" is visible'], more);
	expect(first).toMatchObject({status: 'passed', error: null});
	expect(JSON.stringify(first)).not.toContain(canary);
	expect(await bench.run(url, ['Go to /', '! "Hello Jane" is visible'], more)).toMatchObject({status: 'passed'});
	expect(posts).toHaveLength(1);
	const byHand = [
		'Go to /',
		'Click "Sign in"',
		'Type "jane" into E-mail',
		'Type "wrong" into Password',
		'Click Continue',
	];
	expect(await bench.run(url, [...byHand, '! The message says "Wrong password"'], more)).toMatchObject({
		status: 'passed',
	});
	expect(posts).toHaveLength(2);
	const wrong = await bench.run(url, ['Go to /', 'Log in'], {
		account: {username: 'jane', password: 'wrong-word'},
		stepTimeoutMs: 5000,
	});
	expect(wrong).toMatchObject({
		status: 'failed',
		failureKind: 'assertion_blocked',
		error: expect.stringContaining('Wrong password'),
	});
	const none = await bench.run(url, ['Go to /', 'Log in']);
	expect(none).toMatchObject({status: 'blocked', error: expect.stringContaining('--password-file')});
});

it('a consent banner in the way is rejected once, and noted', async () => {
	const banner = `<button style="position:fixed;bottom:20px" onclick="out.textContent='Saved'">Save</button><p id="out"></p>
		<div id="c" style="position:fixed;inset:auto 0 0 0;height:120px;background:#eee">We use cookies.
		<button onclick="document.title='accepted';c.remove()">Accept all</button><button onclick="document.title='rejected';c.remove()">Reject</button></div>`;
	const {url} = await serveSite({'/': page(banner)});
	const outcome = await bench.run(url, ['Go to /', 'Click "Save"', '! "Saved" is visible']);
	expect(outcome).toMatchObject({status: 'passed'});
	expect(outcome.steps[1]!.note).toContain('"Reject"');
	expect(outcome.steps[1]!.evidence.html).toContain('<title>rejected</title>');
});

it('a site behind HTTP Basic is given the account of its address, and no other server is', async () => {
	const asked: string[] = [];
	const guarded = createServer((request, response) => {
		asked.push(request.headers.authorization ?? 'none');
		if (request.headers.authorization)
			response.writeHead(200, {'content-type': 'text/html'}).end(page('<h1>Inside</h1>'));
		else response.writeHead(401, {'www-authenticate': 'Basic realm="staging"'}).end('closed');
	});
	await new Promise<void>(resolve => guarded.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void guarded.close());
	const url = `http://127.0.0.1:${(guarded.address() as AddressInfo).port}`;
	const httpAccount = {username: 'ada', password: 'canary-word'};
	const lines = ['Go to /', '! The page shows "Inside"'];
	const more = {httpAccount, secrets: [httpAccount.password]};
	expect((await bench.run(url, lines, more)).status).toBe('passed');
	expect(asked).toContain(`Basic ${Buffer.from('ada:canary-word').toString('base64')}`);

	const elsewhere = await serveSite({'/': page(`<a href="${url}/">Over there</a>`)});
	asked.length = 0;
	const outcome = await bench.run(elsewhere.url, ['Go to /', 'Click "Over there"', '! The page shows "Inside"'], more);
	expect(outcome.status).toBe('failed');
	expect(asked.every(one => one === 'none')).toBe(true);
});
