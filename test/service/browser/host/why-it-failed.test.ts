import {expect, it} from 'vitest';
import {hinderedBy} from '../../../../service/browser/host/diagnose.ts';
import {createPlanBench, planJob} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();
const signIn = page(
	'<h1>Sign in</h1><form><label>E-mail <input></label><label>Password <input type="password"></label></form>',
	'Sign in',
);
const run = (url: string, lines: string[], more: object = {}) =>
	bench.start({...planJob(url, lines, more), stepTimeoutMs: 3000}).result;

it('says where a page asks to sign in that no account is stored, with the command that stores one', async () => {
	const {url} = await serveSite({'/': signIn});
	const outcome = await run(url, ['Open the home page', '! "Your orders" is visible']);
	expect(outcome).toMatchObject({status: 'failed', failedStepIndex: 2});
	expect(outcome.error).toContain('no account is stored for this project. Store one: svc project update');
	const typed = await run(url, [
		'Open the home page',
		'Type "x" into the Password field',
		'! "Your orders" is visible',
	]);
	expect(typed.error).not.toContain('no account');
	const owned = await run(url, ['Open the home page', '! "Your orders" is visible'], {
		account: {username: 'ann', password: 'secret-1'},
	});
	expect(owned.error).not.toContain('no account');
});

it('names the request that was never answered in the failure of the step that waited for its effect', async () => {
	const {url} = await serveSite({
		'/': page(
			'<h1>Orders</h1><script>fetch("/api/orders?token=abc").then(r => r.text()).then(t => document.body.append(t))</script>',
		),
		'/api/orders': () => {},
		'/stream.html': page('<h1>Feed</h1><script>fetch("/feed")</script>'),
		'/feed': (_, response) => {
			response.writeHead(200);
			response.write('first');
		},
	});
	const outcome = await run(url, ['Open the home page', '! "Order 1" is visible']);
	expect(outcome.error).toMatch(/; GET \/api\/orders was not answered in \d+\.\d s$/);
	expect(outcome.steps[1]!.evidence.requests).toMatchObject([{method: 'GET', status: null, error: 'not answered'}]);
	const streaming = await run(url, ['Go to /stream.html', '! "Order 1" is visible']);
	expect(streaming.error).not.toContain('not answered');
});

it('says once what it expected', async () => {
	const {url} = await serveSite({'/': signIn});
	const claim = async (text: string) =>
		(await run(url, ['Open the home page', `! ${text}`], {stepTimeoutMs: 300})).error;
	expect(await claim('The text "Nobody wrote this" is visible')).toMatch(
		/: expected "Nobody wrote this" text visible, but there is no .*text "Nobody wrote this" on /,
	);
	expect(await claim('The page shows "Nobody wrote this"')).toMatch(
		/: expected the page to contain "Nobody wrote this", but there is no such text on /,
	);
});

it('tells a step whose time was over from one that something is in the way of', () => {
	const target = {phrase: 'Save', isQuoted: true, role: null, scopes: [], ordinal: null};
	const free = {
		isAttached: true,
		isDisabled: false,
		isVisible: true,
		isReadonly: false,
		coveredBy: null,
		invalidFields: [],
	};
	const why = (said: string) => {
		const {case: which, message} = hinderedBy(target, {element: {box: null}} as never, free, said);
		return {which, message};
	};
	expect(why('Timeout 192.597308000084ms exceeded.')).toEqual({
		which: 'timeout',
		message: `"Save" could not be acted on in the 192 ms that were left of the step's time`,
	});
	expect(why('Element is outside of the viewport').which).toBe('not_editable');
	expect(why('Timeout 20000ms exceeded.').which).toBe('not_editable');
});

it('takes a page with a field for a password for a sign-in only where it is one', async () => {
	const trap = '<span style="position:absolute;top:-2000px"><input name="user"><input type="password"></span>';
	const {url} = await serveSite({
		'/': page(`<h1>Flow</h1>${trap}<button>Deploy</button>`),
		'/profile.html': page(
			'<h1>Profile</h1><a href="/out">Log out</a><input><input type="password" placeholder="New password">',
		),
		'/in.html': signIn,
	});
	const signedOut = async (path: string, claim: string) => {
		const more = {account: {username: 'ann', password: 'secret-1'}, stepTimeoutMs: 300};
		const {steps} = await run(url, [`Go to ${path}`, `! ${claim}`], more);
		return steps[1]!.failure!.signedOut;
	};
	expect(await signedOut('/', '"Stock" is visible')).toBe(false);
	expect(await signedOut('/profile.html', '"Stock" is visible')).toBe(false);
	expect(await signedOut('/in.html', '"Stock" is visible')).toBe(true);
});

it('quotes what the page says after a sign-in that it refused', async () => {
	const form =
		'<h1>Sign in</h1><form><label>E-mail <input></label><label>Password <input type="password"></label><button>Go on</button></form>';
	const refuse =
		'<script>document.forms[0].onsubmit = () => { document.body.append("Wrong user name or password"); return false; }</script>';
	const {url} = await serveSite({'/': page(form + refuse, 'Sign in')});
	const {error} = await run(url, ['Log in as "ann" with the password "x-1"'], {stepTimeoutMs: 3000});
	expect(error).toContain('still on the sign-in form after it was sent: "Wrong user name or password"');
});

it('says which part of a step failed', async () => {
	const {url} = await serveSite({'/': page('<h1>Orders</h1><button>Save</button>')});
	const {error} = await run(url, ['Open the home page', 'Click Save, then click "Publish"'], {stepTimeoutMs: 500});
	expect(error).toMatch(/part 2 of 2: "Publish" was not found/);
});

it('names what covers the link of a page that a step opens', async () => {
	const over = '<div style="position:fixed;inset:0;background:#0006"><p>We value your feedback</p></div>';
	const {url} = await serveSite({
		'/': page(`<nav><a href="/contact">Contact</a></nav><h1>Home</h1>${over}`),
		'/contact': page('<h1>Contact</h1>'),
	});
	const outcome = await run(url, ['Open the home page', 'Open Contact']);
	expect(outcome).toMatchObject({status: 'failed', failedStepIndex: 2, failureKind: 'assertion_blocked'});
	expect(outcome.error).toContain('is covered by "We value your feedback"');
});

it('a message that is sent is what somebody has written, none that the page shows', async () => {
	const {url} = await serveSite({
		'/': page(
			'<p role="alert">Read this</p><textarea aria-label="Message"></textarea><button onclick="out.textContent=\'Sent\'">Send message</button><p id="out"></p>',
		),
	});
	const outcome = await run(url, [
		'Open the home page',
		'Type "Hello" into Message',
		'Send the message',
		'! "Sent" is visible',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it('looks for what a dialog says in the dialog, and quotes the error that stands there instead', async () => {
	const {url} = await serveSite({
		'/': page(
			`<h1>Book</h1><p>The book will be gone for good.</p><div role="dialog" aria-label="Leave?"><p>Unsaved changes will be lost.</p></div>
			<div role="alert">Title: Value can't be null</div>`,
		),
	});
	const claim = async (text: string) =>
		(await run(url, ['Open the home page', `! ${text}`], {stepTimeoutMs: 700})).error;
	expect(await claim('The dialog warns that unsaved changes will be lost')).toBe(null);
	expect(await claim('The dialog says that the book will be gone')).not.toBe(null);
	expect(await claim('An error says that the author is unknown')).toContain('it is "Title: Value can\'t be null"');
});
