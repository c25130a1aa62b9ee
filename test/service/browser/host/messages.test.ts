import {expect, it} from 'vitest';
import {createPlanBench, planJob} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

it.each([
	['an alert', '<div role="alert">Wrong password</div>'],
	['what its class calls an error', '<div class="error-message">Wrong password</div>'],
	[
		'what a refused field is described by',
		'<label>Mail <input aria-invalid="true" aria-describedby="m"></label><span id="m">Bad</span>',
	],
	[
		'what a field names as its error',
		'<label>Mail <input aria-errormessage="m"></label><p id="m">Enter an address</p>',
	],
	['what is said of a field', '<label>Mail <input></label><div class="invalid-feedback">Bad mail</div>'],
])('%s is an error message', async (_what, html) => {
	const shop = await serveSite({'/': page(`<h1>Sign in</h1>${html}`)});
	const job = planJob(shop.url, ['Go to /', '! There should be no error messages on the page']);
	expect(await bench.start({...job, stepTimeoutMs: 4000}).result).toMatchObject({status: 'failed', failedStepIndex: 2});
});

it.each([
	'<p>All is well</p>',
	'<div role="alert"></div>',
	'<div class="error-message" hidden>Wrong</div>',
	'<label>Name <input aria-describedby="h"></label><span id="h">As on your passport</span>',
])('a page without one passes: %s', async html => {
	const shop = await serveSite({'/': page(`<h1>Sign in</h1>${html}`)});
	const outcome = await bench.run(shop.url, ['Go to /', '! There should be no error messages on the page']);
	expect(outcome).toMatchObject({status: 'passed'});
});

it('a message is said to be there where only its field says that it is one', async () => {
	const shop = await serveSite({
		'/': page(
			'<label>Mail <input aria-invalid="true" aria-describedby="m"></label><span id="m">Enter an address</span>',
		),
	});
	const outcome = await bench.run(shop.url, [
		'Go to /',
		'! An error message is shown',
		'! The error message is "Enter an address"',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});
