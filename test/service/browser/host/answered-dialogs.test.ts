import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const native = page(`<table><tr><th>Name</th><th></th></tr>
<tr><td>Bob</td><td><button onclick="if (confirm('Delete Bob?')) this.closest('tr').remove()">Delete</button></td></tr>
<tr><td>Ann</td><td><button onclick="if (confirm('Delete Ann?')) this.closest('tr').remove()">Delete</button></td></tr></table>`);

const own =
	page(`<p id="state">Bob is here</p><button onclick="document.querySelector('dialog').showModal()">Delete</button>
<dialog><h2>Delete Bob?</h2><button onclick="state.textContent='Bob is gone';this.closest('dialog').close()">Confirm</button>
<button onclick="this.closest('dialog').close()">Cancel</button></dialog>`);

it.each(['confirm the dialog', 'confirm', 'confirm the deletion', 'accept the popup'])(
	'answers the dialog of the browser that a click opens where the step says "%s"',
	async words => {
		const {url} = await serveSite({'/': native});
		const outcome = await bench.run(url, [
			'Open the home page',
			`Press Delete in the row of "Bob" and ${words}`,
			'! "Bob" is not visible',
			'Click "Delete" in the row of "Ann" and cancel the dialog',
			'! "Ann" is visible',
		]);
		expect(outcome).toMatchObject({status: 'passed', error: null});
		expect(outcome.script?.steps[1]?.parts.map(({op}) => op)).toEqual(['click', 'dialog']);
	},
);

it('presses the button of a dialog of the page where no dialog of the browser opens', async () => {
	const {url} = await serveSite({'/': own});
	const outcome = await bench.run(url, [
		'Open the home page',
		'Click "Delete" and cancel the dialog',
		'! "Bob is here" is visible',
		'Click "Delete" and confirm the dialog',
		'! "Bob is gone" is visible',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	expect(outcome.script?.steps[3]?.parts.map(({op}) => op)).toEqual(['click', 'do']);
});

it.each([
	'Press Delete in the row of "Bob"',
	'Press the Delete key in the row of "Bob"',
	'Right-click the row of "Bob"',
])('takes the row itself for "%s" where it has no button that is called so', async step => {
	const {url} = await serveSite({
		'/': page(`<table oncontextmenu="event.target.closest('tr').remove()"><tr tabindex="0"
onkeydown="if (event.key === 'Delete') this.remove()"><td>Bob</td></tr><tr><td>Ann</td></tr></table>`),
	});
	const outcome = await bench.run(url, ['Open the home page', step, '! "Bob" is not visible', '! "Ann" is visible']);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});
