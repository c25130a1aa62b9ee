import type {IncomingMessage} from 'node:http';
import {expect, it} from 'vitest';
import type {SiteJob, SiteOutcome, SiteReader} from '../../../../service/browser/site-job.ts';
import {createPlanBench, planJob} from '../../../helpers/plan-bench.ts';
import {type Answer, page, receipt, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

type Wish = Partial<Omit<SiteJob, 'plan'>> & {
	account?: {username: string; password: string};
	mayVisitPrivate?: boolean;
};

function jobOf(url: string, {account, mayVisitPrivate = true, ...wish}: Wish = {}): SiteJob {
	const plan = planJob(url, [], {
		account: account ?? null,
		mayVisitPrivate,
		stepTimeoutMs: 15_000,
		timeoutSeconds: 600,
	});
	return {plan, startUrl: url, maxPages: 20, maxDepth: 3, logIn: false, exclude: [], ...wish};
}

const read = (url: string, wish: Wish = {}): Promise<SiteOutcome> =>
	(bench.runner as unknown as SiteReader).readSite(jobOf(url, wish)).result;

const html =
	(body: string, title = 'Page'): Answer =>
	(_, response) => {
		response.writeHead(200, {'content-type': 'text/html; charset=utf-8'});
		response.end(page(body, title));
	};
const to =
	(location: string): Answer =>
	(_, response) =>
		void response.writeHead(302, {location}).end();
const paths = ({pages}: SiteOutcome) => pages.filter(({error}) => error === null).map(({path}) => path);
const documents = (requests: readonly string[]) => requests.filter(line => !/favicon/.test(line));

/** Runs every proposal as a test; those that do not pass, with their reason. */
async function redOnes(url: string, outcome: SiteOutcome, account: Wish['account']): Promise<string[]> {
	const red: string[] = [];
	for (const {name, steps} of outcome.proposals) {
		const job = planJob(url, [], {steps, account: account ?? null, stepTimeoutMs: 15_000});
		const {status, error} = await bench.start(job).result;
		if (status !== 'passed') red.push(`${name}: ${error}`);
	}
	return red;
}

it('reads a site by its links, presses nothing and sends nothing, whatever the pages try', async () => {
	const other = await serveSite({'/': page('<h1>Elsewhere</h1>')});
	const heavy = Array.from({length: 10_000}, (_, item) => `<a href="/items/${item}">Item ${item}</a>`).join(' ');
	const silent: Answer = () => {};
	const site = await serveSite({
		'/': page(
			`<h1>Start</h1><nav><a href="/orders">Orders</a> <a href="/about">About</a></nav>
			<a href="/logout">Bye</a> <a href="/account/delete?id=1">x</a> <a href="/quiet">Remove all</a> <a href="/?unsubscribe=1">x</a>
			<a href="/get" download>File</a> <a href="/receipt">Paper</a> <a href="${other.url}/">Elsewhere</a> <a href="/away">Away</a>
			<a href="/loop">Loop</a> <a href="/never">Never</a> <a href="/dialogs">Dialogs</a> <a href="/self-sending">Sends</a>
			<a href="/moves-on">Moves on</a> <a href="/opens">Opens</a> <a href="/gone">Gone</a> <a href="/leads">To</a>
			<button onclick="fetch('/pressed', {method: 'POST'})">Press me</button>
			<form method="post" action="/sent"><button>Send</button></form>`,
			'Start',
		),
		'/orders': page('<h1>Orders</h1><a href="/">Home</a><a href="/orders">Orders</a>'),
		'/about': html(`<h1>About</h1>${heavy}`),
		'/receipt': receipt,
		'/away': to(`${other.url}/`),
		'/loop': to('/loop'),
		'/never': silent,
		'/leads': to('/logout?now=1'),
		'/dialogs': page(
			'<h1>Dialogs</h1><script>for (let i = 0; i < 20; i++) alert(i); confirm("Delete?") && fetch("/confirmed", {method: "POST"})</script>',
		),
		'/self-sending': page(
			'<h1>Sends itself</h1><form id="f" method="post" action="/self-sent"></form><script>f.submit()</script>',
		),
		'/moves-on': page(`<h1>Moves on</h1><script>location.href = "${other.url}/"</script>`),
		'/opens': page(`<h1>Opens</h1><script>window.open("${other.url}/popup")</script>`),
	});
	const outcome = await read(`${site.url}/`);
	expect(outcome.status).toBe('done');
	expect(site.requests.filter(line => !line.startsWith('GET '))).toEqual([]);
	const forbidden = /logout|delete|quiet|unsubscribe|\/get|pressed|sent|confirmed/;
	expect(documents(site.requests).filter(line => forbidden.test(line))).toEqual([]);
	expect(documents(other.requests)).toEqual([]);
	expect(paths(outcome)).toEqual(expect.arrayContaining(['/', '/orders', '/about', '/dialogs', '/opens']));
	// Of ten thousand that are alike three are opened, and the budget holds.
	expect(site.requests.filter(line => /GET \/items\/\d+$/.test(line)).length).toBeLessThanOrEqual(3);
	expect(outcome.pages.length).toBeLessThanOrEqual(20);
	expect(outcome.pages.find(({path}) => path === '/gone')).toMatchObject({status: 404, from: '/'});
	expect(outcome.warnings.join('\n')).toContain('The link from / to /gone leads to no page');
	expect(outcome.warnings.join('\n')).toContain('/opens opens windows by itself');
	expect(outcome.warnings.join('\n')).toContain('/loop redirects for ever');
	expect(outcome.warnings.join('\n')).toContain('/never did not finish loading');
	const skippedFor = (why: string) => outcome.skipped.filter(({reason}) => reason === why).map(({address}) => address);
	expect(skippedFor('unsafe_words')).toHaveLength(4);
	expect(skippedFor('other_origin')).toEqual([`${other.url}/`]);
	expect(outcome.skippedCount).toBeGreaterThan(9900);
	expect(await redOnes(`${site.url}/`, outcome, undefined)).toEqual([]);
});

const orders = [
	['A-17', 'Ada', 'Open'],
	['A-18', 'Grace', 'Paid'],
	['A-19', 'Alan', 'Open'],
];
const rows = orders.map(cells => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('');
const frame = (body: string, title: string) =>
	page(
		`<header><a href="/list">Orders <span>3</span></a> <a href="/new">New order entry</a> <a href="/login">Sign in</a></header><main>${body}</main>`,
		title,
	);
const listScript = `<script>
	const draw = () => {
		const word = words.value.toLowerCase(), state = by.value;
		for (const row of document.querySelectorAll('tbody tr'))
			row.hidden = !row.textContent.toLowerCase().includes(word) || (state !== '' && !row.textContent.includes(state));
	};
	words.oninput = by.onchange = draw;
	who.onclick = () => {
		const body = document.querySelector('tbody');
		body.append(...[...body.rows].sort((a, b) => a.cells[1].textContent < b.cells[1].textContent ? -1 : 1));
	};
</script>`;

it('proposes what pages suggest, and every proposal passes on the site as it is', async () => {
	const site = await serveSite({
		'/': frame('<h1>Welcome</h1><p>What we sell</p>', 'Corner'),
		'/list': frame(
			`<h1>Orders</h1><input id="words" type="search" placeholder="Filter orders">
			<label>Status <select id="by"><option value="">All</option><option>Open</option><option>Paid</option></select></label>
			<table><thead><tr><th>Order</th><th id="who" aria-sort="none"><button>Customer</button></th><th>Status</th></tr></thead><tbody>${rows}</tbody></table>
			<a href="/list?page=2">Next</a>${listScript}`,
			'Orders',
		),
		'/new': frame(
			`<h1>New entry</h1><form><label>Customer name <input required></label> <label>Street <input required></label> <button>Save</button></form>
			<h2>Danger</h2><form><label>Reason <input required></label> <button>Delete account</button></form>`,
			'New entry',
		),
	});
	const outcome = await read(`${site.url}/`);
	expect(site.requests.filter(line => !line.startsWith('GET '))).toEqual([]);
	const templates = outcome.proposals.map(({template}) => template);
	expect(templates).toEqual(expect.arrayContaining(['navigation', 'page_opens', 'filter', 'sort', 'links']));
	expect(await redOnes(`${site.url}/`, outcome, undefined)).toEqual([]);
	// The menu's counter is no part of its name.
	expect(outcome.proposals.find(({template}) => template === 'navigation')!.steps).toContainEqual({
		type: 'action',
		description: 'Click the "Orders" link',
	});
});

it('a form with required fields is proposed to be sent empty, one that deletes or costs is not', async () => {
	const form = (title: string, button: string) =>
		page(
			`<h1>${title}</h1><form method="post"><label>Name <input required></label><button>${button}</button></form>`,
			title,
		);
	const site = await serveSite({
		'/': page('<h1>Start</h1><a href="/a">a</a><a href="/b">b</a><a href="/c">c</a>'),
		'/a': form('Contact', 'Send'),
		'/b': form('Payment', 'Continue'),
		'/c': form('Account', 'Close account'),
	});
	const outcome = await read(`${site.url}/`);
	const forms = outcome.proposals.filter(({template}) => template === 'required_fields');
	expect(forms.map(({page: path, sends}) => [path, sends])).toEqual([['/a', true]]);
	expect(await redOnes(`${site.url}/`, outcome, undefined)).toEqual([]);
	expect(site.requests.filter(line => !line.startsWith('GET '))).toEqual([]);
});

/** A site behind a login; `sent` are the forms that came. */
function guarded(sent: string[]): Record<string, Answer> {
	const isIn = (request: IncomingMessage) => /in=1/.test(request.headers.cookie ?? '');
	const inner =
		(body: string, title: string): Answer =>
		(request, response) =>
			isIn(request)
				? html(
						`<nav><a href="/">Home</a> <a href="/private">Private</a> <a href="/logout">Log out</a></nav>${body}`,
						title,
					)(request, response)
				: to('/login')(request, response);
	return {
		'/': inner('<h1>Dashboard</h1>', 'Dashboard'),
		'/private': inner('<h1>Private things</h1>', 'Private'),
		'/logout': (_, response) => void response.writeHead(302, {location: '/login', 'set-cookie': 'in=0'}).end(),
		'/login': (request, response) => {
			if (request.method !== 'POST')
				return html(
					'<h1>Please sign in</h1><script>fetch("/refresh")</script><form method="post"><label>User <input name="u"></label><label>Password <input type="password" name="p"></label><button>Sign in</button></form>',
					'Sign in',
				)(request, response);
			let body = '';
			request.on('data', chunk => {
				body += chunk;
			});
			request.on('end', () => {
				sent.push(body);
				if (new URLSearchParams(body).get('p') === 'Passw0rd!')
					response.writeHead(302, {location: '/', 'set-cookie': 'in=1; Path=/'}).end();
				else response.writeHead(302, {location: '/login'}).end();
			});
		},
	};
}
const account = {username: 'jane', password: 'Passw0rd!'};

it('signs in once by the account of the project, reads what is behind it, and stays signed in', async () => {
	const sent: string[] = [];
	const site = await serveSite(guarded(sent));
	const outcome = await read(`${site.url}/`, {account, logIn: true});
	expect(outcome.status).toBe('done');
	expect(sent).toHaveLength(1);
	expect(paths(outcome).sort()).toEqual(['/', '/private']);
	expect(site.requests.some(line => line.includes('/logout'))).toBe(false);
	expect(outcome.proposals.map(({template}) => template)).toEqual(
		expect.arrayContaining(['login', 'wrong_password', 'navigation', 'page_opens']),
	);
	expect(JSON.stringify(outcome)).not.toContain('Passw0rd!');
	expect(await redOnes(`${site.url}/`, outcome, account)).toEqual([]);
});

it('sends nothing when it is not asked to sign in, and proposes the login that it saw', async () => {
	const sent: string[] = [];
	const site = await serveSite(guarded(sent));
	const outcome = await read(`${site.url}/`, {account});
	expect(sent).toEqual([]);
	expect(paths(outcome)).toEqual(['/login']);
	expect(outcome.proposals.map(({template}) => template)).toEqual(expect.arrayContaining(['login', 'wrong_password']));
});

it('says why it cannot sign in, and opens no page', async () => {
	const site = await serveSite(guarded([]));
	const outcome = await read(`${site.url}/`, {account: {...account, password: 'wrong'}, logIn: true});
	expect(outcome).toMatchObject({status: 'failed', pages: [], proposals: []});
	expect(outcome.error).toMatch(/^the login failed: still on the sign-in form/);
});

it('connects to no private address under the public policy', async () => {
	const site = await serveSite({'/': page('<h1>Inside</h1>')});
	const outcome = await read(`${site.url}/`, {mayVisitPrivate: false});
	expect(outcome.status).toBe('failed');
	expect(outcome.error).toContain('private');
	expect(site.requests).toEqual([]);
});

it('ends at once when it is cancelled, also on a page that never answers', async () => {
	let reach = () => {};
	const reached = new Promise<void>(resolve => {
		reach = resolve;
	});
	const site = await serveSite({'/': () => reach()});
	const handle = (bench.runner as unknown as SiteReader).readSite(jobOf(`${site.url}/`));
	await reached;
	handle.cancel();
	expect(await handle.result).toMatchObject({status: 'cancelled', pages: []});
});

it('tells each page while it reads', async () => {
	const site = await serveSite({
		'/': page('<h1>One</h1><a href="/two">Two</a>'),
		'/two': page('<h1>Two</h1>'),
	});
	const seen: Array<string | null> = [];
	const {result} = (bench.runner as unknown as SiteReader).readSite(jobOf(`${site.url}/`), {
		onProgress: progress => seen.push(progress.page),
	});
	await result;
	expect(seen.filter(one => one !== null)).toEqual(['/', '/two']);
});
