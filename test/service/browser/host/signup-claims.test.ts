import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const field = (id: string, label: string, error: string, kind = 'error-text') =>
	`<div class="field"><label for="${id}">${label}</label><input id="${id}" ${id === 'p' ? 'type="password"' : ''}><span class="${kind}">${error}</span></div>`;
const signUp = (name: string, mail: string, kind?: string) =>
	page(
		`<main><h1>Create your account</h1><form>${field('n', 'Full name *', name, kind)}${field('e', 'Email address', mail, kind)}${field('p', 'Password *', '', kind)}<button>Create account</button></form></main>`,
	);
const refused = signUp('Name is required', '');
const both = signUp('Name is required', 'Enter a valid email address', 'help is-danger');
const contact = page(
	'<main><h1>Contact</h1><form><label>Mail <input></label><button>Send</button></form><p class="text-danger">Only today</p></main>',
);

it.each([
	['The sign-up page is displayed', refused, 'passed'],
	['The sign-up page is displayed', contact, 'failed'],
	['The registration form is displayed', refused, 'passed'],
	['The registration form is displayed', contact, 'failed'],
	['The contact form is displayed', contact, 'passed'],
	['The contact form is displayed', refused, 'failed'],
	['The full name field is required', refused, 'passed'],
	['The email address field is required', refused, 'failed'],
	['An error message is displayed for the full name field', refused, 'passed'],
	['An error message is displayed for the email address field', refused, 'failed'],
	['The email address field shows the error "Enter a valid email address"', both, 'passed'],
	['The email address field shows the error "Name is required"', both, 'failed'],
	['The error "Name is required" is displayed next to the Full name field', both, 'passed'],
	['No error message is displayed', contact, 'passed'],
	['No error message is displayed', both, 'failed'],
])('sees of a form what its page says: %s', async (claim, body, expected) => {
	const {url} = await serveSite({'/': body});
	const {status} = await bench.run(url, ['Open the home page', `! ${claim}`], {stepTimeoutMs: 1500});
	expect(status).toBe(expected);
});

it('types what is quoted, however good it is said to be', async () => {
	const {url} = await serveSite({'/': refused});
	const {status, error} = await bench.run(url, [
		'Open the home page',
		'Enter an invalid email address "foo" in the Email address field',
		'! The Email address field contains "foo"',
		'Enter a weak password "abc"',
		'! The password field is not empty',
	]);
	expect({status, error}).toEqual({status: 'passed', error: null});
});
