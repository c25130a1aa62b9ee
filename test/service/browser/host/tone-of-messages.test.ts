import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const told = (marks: string, text: string) => page(`<h1>Profile</h1><p ${marks}>${text}</p><button>Save</button>`);
const saved = told('role="status"', 'Your profile was saved');
const savedByClass = told('class="toast toast--success"', 'All good');
const failed = told('role="alert"', 'The profile could not be saved');
const failedByClass = told('class="alert alert-danger"', 'Sorry');
const neither = told('role="status"', 'Item 4 is in your basket');
const wrongField = page(
	'<h1>Profile</h1><label>Mail <input aria-invalid="true" aria-describedby="m"></label><p id="m">Use your work address</p>',
);
const asks = page(
	'<h1>Orders</h1><div role="alertdialog" aria-modal="true" aria-label="Delete?"><p>This cannot be undone</p></div>',
);
const both = page('<h1>Orders</h1><p class="alert-success">Order placed</p><p class="alert-danger">No stock left</p>');

it.each([
	['A success message is displayed', saved, 'passed'],
	['A success message is displayed', savedByClass, 'passed'],
	['A success message is displayed', failed, 'failed'],
	['A success message is displayed', failedByClass, 'failed'],
	['A success message is displayed', neither, 'passed'],
	['A success message is displayed', wrongField, 'failed'],
	['A success message is displayed', both, 'passed'],
	['A success notification appears', saved, 'passed'],
	['A success notification appears', failed, 'failed'],
	['A green success toast is shown', savedByClass, 'passed'],
	['A green success toast is shown', failedByClass, 'failed'],
	['An error message is displayed', failed, 'passed'],
	['An error message is displayed', failedByClass, 'passed'],
	['An error message is displayed', wrongField, 'passed'],
	['An error message is displayed', both, 'passed'],
	['An error message is displayed', neither, 'passed'],
	['An error message is displayed', savedByClass, 'failed'],
	['A confirmation is displayed', saved, 'passed'],
	['A confirmation is displayed', failed, 'failed'],
	['A confirmation is displayed', asks, 'passed'],
	['An error toast pops up', failed, 'passed'],
	['No error message is displayed', savedByClass, 'passed'],
	['No error message is displayed', failedByClass, 'failed'],
	['No success message is displayed', failedByClass, 'passed'],
	['No success message is displayed', saved, 'failed'],
])('takes no message of one kind for one of the other: %s', async (claim, body, expected) => {
	const {url} = await serveSite({'/': body});
	const {status} = await bench.run(url, ['Open the home page', `! ${claim}`], {stepTimeoutMs: 1500});
	expect(status).toBe(expected);
});
