// A small website for trials of the browser wing: a list of tasks whose every entry answers after a moment.
import {createServer} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';

const home = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tasks</title><h1>Tasks</h1>
<form><label>Task <input name="task" required></label><button>Add task</button></form>
<ul aria-label="Tasks"></ul><p>Open: <output>0</output></p><a href="/help">Help</a>
<script>
const list = document.querySelector('ul');
document.forms[0].addEventListener('submit', async event => {
	event.preventDefault();
	const field = event.target.elements.task;
	await fetch('/tasks', {method: 'POST', body: field.value});
	const item = document.createElement('li');
	item.textContent = field.value;
	list.append(item);
	field.value = '';
	document.querySelector('output').textContent = list.children.length;
});
</script></html>`;
const help =
	'<!doctype html><html lang="en"><meta charset="utf-8"><title>Help</title><h1>Help</h1><p>Call us.</p></html>';

/**
 * Serves it on a free port of the loopback interface.
 *
 * @param answerMs how long an entry takes
 */
export async function startSite({answerMs = 40} = {}) {
	const server = createServer(async (request, response) => {
		if (request.method === 'POST') await sleep(answerMs);
		response.setHeader('content-type', 'text/html; charset=utf-8');
		response.end(request.url === '/help' ? help : home);
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		close() {
			server.closeAllConnections();
			return new Promise(resolve => server.close(resolve));
		},
	};
}

const action = description => ({type: 'action', description});
const assertion = description => ({type: 'assertion', description});

/** A healthy plan of five steps about the site. */
export const healthyPlan = [
	action('Open the home page'),
	action('Type "Buy milk" into the Task field'),
	action('Click the Add task button'),
	assertion('"Buy milk" is shown in the list'),
	assertion('The Tasks list has 1 item'),
];

/** One that hands a value on, and one that needs it: they tell whether a verdict was lost or given twice. */
export const handedOn = [
	[
		action('Open the home page'),
		action('Type "Buy bread" into the Task field'),
		action('Click "Add task"'),
		action('Remember the text of the first item in the Tasks list as FIRST for other tests'),
		assertion('"Buy bread" is shown in the list'),
	],
	[
		action('Open the home page'),
		action('Type VAR_FIRST into the Task field'),
		action('Click "Add task"'),
		assertion('"Buy bread" is shown in the list'),
	],
];
