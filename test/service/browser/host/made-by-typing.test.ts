import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const makes = (button: string, list: string) =>
	page(
		`<h1>Tasks</h1><form onsubmit="list.insertAdjacentHTML('beforeend', '<li>' + field.value + '</li>'); return false"><input id="field" placeholder="What is it?"><button>${button}</button></form><ul id="list" aria-label="${list}"><li>Plan</li></ul>`,
	);
const tool = page(
	'<h1>Tasks</h1><div><input placeholder="Search tasks"><button onclick="list.innerHTML += field.value">Add</button></div><ul id="list"><li>Plan</li></ul>',
);
const opens = page(
	'<h1>Tasks</h1><div><input aria-label="Owner"><button>Add task</button></div><ul><li>Plan</li></ul>',
);

it.each([
	['Add a new task "Write report"', makes('Add', 'Tasks'), '! The list contains "Write report"', 'passed'],
	['Add the task named "Write report"', makes('Add', 'Tasks'), '! The list contains "Write report"', 'passed'],
	['Send the message "Good morning"', makes('Send', 'Chat'), '! The list contains "Good morning"', 'passed'],
	['Post a comment "Nice"', makes('Post', 'Comments'), '! The list contains "Nice"', 'passed'],
	// What searches is not typed into, nor what stands beside a button that opens a form.
	['Add a new task "Write report"', tool, '! The list contains "Plan"', 'failed'],
	['Add a new task "Write report"', opens, '! The list contains "Plan"', 'failed'],
])('types what is made into the field beside its button: %s', async (step, body, claim, expected) => {
	const {url} = await serveSite({'/': body});
	const {status} = await bench.run(url, ['Open the home page', step, claim], {stepTimeoutMs: 2000});
	expect(status).toBe(expected);
});
