import {describe, expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import type {BrowserFacts, StepFacts} from '../../../service/analysis/browser-facts.ts';
import type {StepFailure} from '../../../service/browser/frontend-job.ts';
import {failure as failureOf} from './failure.ts';

const step = (index: number, more: Partial<StepFacts> = {}): StepFacts => ({
	index,
	description: `step ${index}`,
	type: 'action',
	action: 'click',
	status: 'passed',
	error: null,
	note: null,
	durationMs: 100,
	failure: null,
	console: [],
	requests: [],
	has: {picture: true, html: true, outline: true, log: true},
	...more,
});

const failure = (of: StepFailure['case'], more: Partial<StepFailure> = {}): StepFailure => ({
	case: of,
	target: 'button "Add"',
	nearest: [],
	coveredBy: null,
	invalidFields: [],
	expected: null,
	actual: null,
	url: 'http://shop.example/cart?id=7',
	title: 'Cart',
	heading: 'Your cart',
	documentStatus: null,
	signedOut: false,
	...more,
});

type Case = {
	failed: Partial<StepFacts>;
	before?: Partial<StepFacts>;
	lastPassed?: Array<Partial<StepFacts>> | null;
	kind?: 'assertion' | 'assertion_blocked' | 'routing_404' | 'network' | 'timeout' | 'unknown' | 'browser_crash';
};

/** A plan of two steps that ended at the second one. */
function explain({failed, before, lastPassed = null, kind = 'assertion_blocked'}: Case) {
	const last = step(2, {status: 'failed', error: 'step 2: it failed', ...failed});
	const browser: BrowserFacts = {
		steps: [step(1, before), last],
		failed: last,
		lastPassed: lastPassed?.map((one, place) => step(place + 1, one)) ?? null,
	};
	const facts = failureOf({});
	return analyse({...facts, browser, run: {...facts.run, status: 'failed', failureKind: kind}});
}

const request = (method: string, path: string, status: number | null, initiator = 'fetch') => ({
	method,
	url: `http://shop.example${path}`,
	status,
	ms: 40,
	initiator,
	error: status === null ? 'net::ERR_FAILED' : null,
});
const said = (text: string, at: string | null = null) => ({level: 'error' as const, text, at});

describe('a step that failed', () => {
	it.each<[string, Case, string, {kind: string; reference: string | null}]>([
		[
			'a request of its own',
			{failed: {failure: failure('not_found'), requests: [request('POST', '/api/orders', 500)]}},
			'POST /api/orders answered 500 in 40 ms in step 2.',
			{kind: 'code', reference: 'POST /api/orders'},
		],
		[
			'a request of the step before, where it only looks',
			{
				failed: {type: 'assertion', failure: failure('assertion', {expected: 'Thanks', actual: ''})},
				before: {requests: [request('POST', '/api/orders', 422)]},
				kind: 'assertion',
			},
			'right after step 1',
			{kind: 'code', reference: 'POST /api/orders'},
		],
		[
			'a server that broke, before what was refused',
			{
				failed: {
					failure: failure('not_found'),
					requests: [request('GET', '/api/stock', 404), request('GET', '/api/orders', 502)],
				},
			},
			'GET /api/orders answered 502',
			{kind: 'code', reference: 'GET /api/orders'},
		],
		[
			'what was to be changed last, before what was asked',
			{
				failed: {
					failure: failure('not_found'),
					requests: [request('GET', '/api/stock', 404), request('POST', '/api/orders', 422)],
				},
			},
			'POST /api/orders answered 422',
			{kind: 'code', reference: 'POST /api/orders'},
		],
		[
			'a refused sign-in by its form, not by the question whether somebody was signed in',
			{
				failed: {
					action: 'login',
					error: 'still on the sign-in form after it was sent: "Wrong user name or password"',
					failure: failure('login'),
					requests: [request('POST', '/auth/refresh', 400), request('POST', '/auth/login', 401)],
				},
			},
			'Signing in failed in step 2: still on the sign-in form after it was sent: "Wrong user name or password"',
			{kind: 'env', reference: 'account'},
		],
		[
			'what a page of a sign-in that went well had asked before it',
			{
				failed: {
					type: 'assertion',
					failure: failure('assertion', {target: 'heading', expected: 'Inbox', actual: 'Outbox'}),
				},
				before: {action: 'login', requests: [request('GET', '/settings', 401)]},
				kind: 'assertion',
			},
			'Expected "Inbox" of the heading, got "Outbox"',
			{kind: 'data', reference: 'planSteps[1]'},
		],
		[
			'a request that was never answered while the page was silent',
			{
				failed: {
					error: 'the page never answered: clicking; GET /vendor/chart.js was not answered in 14.5 s',
					failure: failure('timeout'),
					requests: [{...request('GET', '/vendor/chart.js', null, 'script'), ms: 14_500, error: 'not answered'}],
				},
				kind: 'timeout',
			},
			'GET /vendor/chart.js was not answered in 15 s in step 2, and the page',
			{kind: 'env', reference: 'GET /vendor/chart.js'},
		],
		[
			'an error of the page',
			{failed: {failure: failure('not_found'), console: [said('Uncaught TypeError: x is null', 'http://a/app.js:3')]}},
			'The page reported "Uncaught TypeError: x is null" at http://a/app.js:3 in step 2',
			{kind: 'code', reference: 'http://a/app.js:3'},
		],
		[
			'an error of the page in the step before, where it only looks',
			{
				failed: {type: 'assertion', failure: failure('assertion', {expected: '"Thanks" visible'})},
				before: {console: [said('Uncaught ReferenceError: cart is not defined', 'http://a/app.js:3')]},
				kind: 'assertion',
			},
			'The page reported "Uncaught ReferenceError: cart is not defined" at http://a/app.js:3 in step 1.',
			{kind: 'code', reference: 'http://a/app.js:3'},
		],
		[
			'another row than the one that is lost',
			{
				failed: {
					error:
						'the Edit button in the row of A-1009 was not found in 4.0 s on http://shop.example/; there is no row A-1009; nearest: button "Edit" (1.00, elsewhere)',
					failure: failure('not_found', {
						target: 'button "Edit" in the row of A-1009',
						nearest: [{role: 'button', name: 'Edit', score: 1, why: 'elsewhere'}],
					}),
				},
			},
			'there is no such row any more',
			{kind: 'data', reference: null},
		],
		[
			'a dialog that was answered otherwise than meant',
			{
				failed: {type: 'assertion', failure: failure('assertion', {expected: '"Deleted" visible'})},
				before: {note: 'the confirm "Really?" was dismissed'},
				kind: 'assertion',
			},
			'expects: "Deleted" visible; in step 1 the confirm "Really?" was dismissed.',
			{kind: 'data', reference: 'planSteps[0]'},
		],
		[
			'a script without an end',
			{
				failed: {error: 'the page never answered while "Go" was acted on', failure: failure('timeout')},
				kind: 'timeout',
			},
			'A script of http://shop.example/cart?id=7 did not end in step 2: the page never answered',
			{kind: 'code', reference: 'http://shop.example/cart?id=7'},
		],
		[
			'a certificate that nobody trusts',
			{
				failed: {
					error: 'https://shop.example/: its certificate or TLS is not accepted (ERR_CERT_AUTHORITY_INVALID)',
					failure: failure('navigation', {url: 'chrome-error://chromewebdata/'}),
				},
				kind: 'network',
			},
			'https://shop.example/ could not be opened in step 2',
			{kind: 'env', reference: 'https://shop.example/'},
		],
		[
			'another name',
			{
				failed: {
					failure: failure('not_found', {
						nearest: [{role: 'button', name: 'Add task', score: 0.93, why: 'margin too small'}],
					}),
				},
			},
			'The button "Add" is gone; nearest: button "Add task" (0.93): margin too small.',
			{kind: 'selector', reference: 'planSteps[1]'},
		],
		[
			'a row that is no more',
			{failed: {failure: failure('not_found', {target: 'button "Edit" in the row "A-1002"'})}},
			'there is no such row any more',
			{kind: 'data', reference: null},
		],
		[
			'nothing alike',
			{failed: {failure: failure('not_found', {nearest: [{role: 'link', name: 'Help', score: 0.2, why: ''}]})}},
			'Nothing on "Your cart" (http://shop.example/cart?id=7) resembles the button "Add".',
			{kind: 'selector', reference: 'planSteps[1]'},
		],
		[
			'a banner above it',
			{failed: {failure: failure('covered', {coveredBy: {name: 'We use cookies', kind: 'consent'}})}},
			'covered by the consent banner "We use cookies"',
			{kind: 'env', reference: 'consent'},
		],
		[
			'a dialog above it',
			{failed: {failure: failure('covered', {coveredBy: {name: 'Tour', kind: 'modal'}})}},
			'the dialog "Tour", which a step before has left open',
			{kind: 'code', reference: 'http://shop.example/cart?id=7'},
		],
		[
			'fields that are not filled in',
			{failed: {failure: failure('disabled', {invalidFields: [{name: 'City', message: 'Please fill out'}]})}},
			'The button "Add" is disabled; not filled in rightly: `City (Please fill out)`.',
			{kind: 'data', reference: 'planSteps[1]'},
		],
		[
			'a click on what is no control',
			{failed: {failure: failure('no_effect', {target: 'text "Total"'})}},
			'The text "Total" is no control, and nothing on the page hears of a click on it.',
			{kind: 'selector', reference: 'planSteps[1]'},
		],
		[
			'having been signed out',
			{failed: {failure: failure('navigation', {signedOut: true})}},
			'The page asks to sign in',
			{kind: 'env', reference: 'account'},
		],
		[
			'the wrong page',
			{failed: {failure: failure('navigation')}},
			'Step 2 ended on http://shop.example/cart?id=7 ("Cart"), heading "Your cart".',
			{kind: 'code', reference: 'http://shop.example/cart?id=7'},
		],
		[
			'another text',
			{
				failed: {
					type: 'assertion',
					failure: failure('assertion', {target: 'total', expected: '46.50 €', actual: '46.40 €'}),
				},
				lastPassed: [{}, {}],
				kind: 'assertion',
			},
			'Expected "46.50 €" of the total, got "46.40 €" (differs from character 4: "40 €" for "50 €"); in the last passing run it was as expected.',
			{kind: 'code', reference: 'http://shop.example/cart?id=7'},
		],
		[
			'taking long',
			{failed: {failure: failure('timeout'), durationMs: 30_000}, lastPassed: [{}, {durationMs: 900}], kind: 'timeout'},
			'Step 2 took 30 s, in the last passing run 900 ms.',
			{kind: 'env', reference: null},
		],
		[
			'what is claimed and gone, which is waited for to the end',
			{
				failed: {
					type: 'assertion',
					durationMs: 30_000,
					failure: failure('assertion', {expected: '"Page 1 of 3" visible', heading: ''}),
				},
				lastPassed: [{}, {durationMs: 90}],
				kind: 'assertion',
			},
			'Nothing on "Cart" (http://shop.example/cart?id=7) is as step 2 expects: "Page 1 of 3" visible.',
			{kind: 'code', reference: 'http://shop.example/cart?id=7'},
		],
		[
			'what is claimed while the page waits for a request',
			{
				failed: {
					type: 'assertion',
					durationMs: 30_000,
					failure: failure('assertion', {expected: '"Page 1 of 3" visible'}),
					requests: [{...request('GET', '/pages', 200), ms: 28_000}],
				},
				lastPassed: [{}, {durationMs: 90}],
				kind: 'assertion',
			},
			'Step 2 took 30 s, in the last passing run 90 ms; GET http://shop.example/pages took 28 s.',
			{kind: 'env', reference: null},
		],
		[
			'a page that is not there',
			{failed: {failure: failure('navigation', {documentStatus: 404})}, kind: 'routing_404'},
			'http://shop.example/cart?id=7 answered 404 in step 2',
			{kind: 'env', reference: 'http://shop.example/cart?id=7'},
		],
		[
			'words that mean two things',
			{
				failed: {status: null, error: 'step 2: "Click Edit" fits 3 elements', failure: failure('ambiguous')},
				kind: 'unknown',
			},
			'Step 2 was not carried out: step 2: "Click Edit" fits 3 elements',
			{kind: 'data', reference: 'planSteps[1]'},
		],
		[
			'a page that took all memory',
			{failed: {failure: failure('crash'), error: 'the page used more than 1.5 GB'}, kind: 'browser_crash'},
			'the page used more than 1.5 GB',
			{kind: 'code', reference: 'http://shop.example/cart?id=7'},
		],
	])('because of %s says so', (_, given, cause, fix) => {
		const analysis = explain(given);
		expect(analysis.rootCauseHypothesis).toContain(cause);
		expect(analysis.recommendedFixTarget).toMatchObject(fix);
	});

	it('is not explained by what failed in the last passing run as well', () => {
		const usual = [request('GET', '/api/ads', 404)];
		const noise = [said('Ads failed')];
		const {rootCauseHypothesis} = explain({
			failed: {failure: failure('not_found'), requests: usual, console: noise},
			lastPassed: [{}, {requests: usual, console: noise}],
		});
		expect(rootCauseHypothesis).toContain('resembles');
	});

	it('shows picture, DOM, text and log of that step alone', () => {
		const {evidence} = explain({failed: {failure: failure('not_found'), console: [said('x')]}});
		expect(evidence.map(({kind, part}) => [kind, part])).toEqual([
			['screenshot', {kind: 'step', index: 2, name: 'picture'}],
			['snapshot', {kind: 'step', index: 2, name: 'html'}],
			['log', {kind: 'step', index: 2, name: 'outline'}],
			['console', {kind: 'step', index: 2, name: 'console'}],
			['log', {kind: 'step', index: 2, name: 'log'}],
		]);
	});

	it('has the signature of the same step in other tests', () => {
		const {signature} = explain({failed: {failure: failure('not_found')}});
		expect(signature).toBe('click button "Add" not_found /cart');
		expect(explain({failed: {failure: failure('not_found', {url: 'http://shop.example/cart?id=8'})}}).signature).toBe(
			signature,
		);
		expect(explain({failed: {failure: failure('covered')}}).signature).not.toBe(signature);
	});
});
