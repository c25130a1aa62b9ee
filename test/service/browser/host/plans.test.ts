import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, receipt, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

it('carries a plan for a list of tasks out, with its dialog, its toast and its counts', async () => {
	const {url} = await serveSite();
	const outcome = await bench.run(url, [
		'Go to /todo.html',
		'! The page title contains To-do list',
		'Type "Buy bread" into the "What needs to be done?" field',
		'Select High as the priority',
		'Click the Add button',
		'! Buy bread is shown in the list',
		'! The counter says 3 items left',
		'Tick the checkbox next to Buy milk',
		'! Verify that the checkbox of Buy milk is checked',
		'Delete the task Call the bank',
		'! "Call the bank" is no longer visible',
		'Click on Active',
		'! There are 2 tasks in the list',
		'Click the All link',
		'Double-click "Write report"',
		'Change the text to Write the annual report and press Enter',
		'Search for report',
		'! Only one task is displayed',
		'Clear the search field',
		'Click Delete everything and accept the confirmation',
		'! I should see the message Nothing to do',
	]);
	expect(outcome).toMatchObject({status: 'passed', failureKind: null, error: null, failedStepIndex: null});
	expect(outcome.steps.map(step => step.status)).toEqual(outcome.steps.map(() => 'passed'));
	expect(outcome.steps[6]!.note).toContain('"3 items left"');
	expect(outcome.steps[9]!.evidence.outline).toContain('Write report');
	expect(outcome.steps[9]!.evidence.html).not.toContain('<script');
});

it('carries a plan for a shop out: frames, shadow roots, dropdowns, dates, files, tabs and values kept', async () => {
	const pay = await serveSite();
	const shop = await serveSite({'/receipt.csv': receipt});
	const outcome = await bench.run(
		`${shop.url}/shop.html?pay=${pay.url}/pay.html`,
		[
			'Open the home page',
			'Accept the cookies',
			'Click Sign in',
			'Enter VAR_USER in the e-mail field',
			'Enter the password VAR_PASS',
			'Press the Sign in button',
			'! The url contains products',
			'Add the Tea pot to the cart',
			'In the row of "Espresso cup", set the quantity to 3',
			'Click on Add to cart in the Espresso cup row',
			'! The Add to cart button for Coffee beans 1 kg is disabled',
			'! The price of the Milk jug is 9.00 €',
			'Hover over Account',
			'! The Sign out link is visible',
			'Open the cart',
			'! The total is 46.50 €',
			'Remember the total as TOTAL for other tests',
			'Click on Proceed to checkout',
			'Fill in the billing address: Full name "Jane Roe", Street "Main St 1", City "Lyon"',
			'Choose France from the Country dropdown',
			'Check Same as billing',
			'! The city in the shipping address is Lyon',
			'Select Express shipping',
			'Set the delivery time to Evening (18–21)',
			'Open the date picker and choose the 24th',
			'! Delivery date shows 24.12.2026',
			'Enter card number 4242424242424242, expiry 12/29 and CVC 123',
			'Type SAVE10 in the promo code box and click Apply',
			'! 10% discount applied is visible',
			'Upload the file invoice.pdf to Attach invoice',
		],
		{
			variables: {USER: 'jane@example.com', PASS: 'Passw0rd!'},
			secretNames: ['PASS'],
			files: [{name: 'invoice.pdf', content: Buffer.from('%PDF-1.7 the stored one').toString('base64')}],
		},
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	// A made-up file would be noted.
	expect(outcome.steps.at(-1)).toMatchObject({action: 'upload', note: null});
	expect(outcome.captures).toEqual([expect.objectContaining({name: 'TOTAL', value: '46.50 €', declared: true})]);
	expect(outcome.steps[16]!.captured).toEqual({name: 'TOTAL', value: '46.50 €'});
	expect(outcome.calls[0]).toMatchObject({method: 'GET', status: 200, requestBody: null});
	expect(JSON.stringify(outcome)).not.toContain('Passw0rd!');
});

it('gives the page the letter of a shortcut as a keyboard does: small unless Shift is held', async () => {
	const {url} = await serveSite({
		'/': page(`<h1>Keys</h1><ol></ol><script>document.addEventListener('keydown', event => {
if (event.key.length === 1) document.querySelector('ol').insertAdjacentHTML('beforeend', '<li>' + (event.ctrlKey ? 'ctrl ' : '') + event.key)
})</script>`),
	});
	const outcome = await bench.run(url, [
		'Open the home page',
		'Press Ctrl+K',
		'Press Ctrl+Shift+P',
		'! "ctrl k" is visible',
		'! "ctrl P" is visible',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	expect(outcome.script?.steps[1]?.parts[0]?.part).toMatchObject({key: 'Control+k'});
});
