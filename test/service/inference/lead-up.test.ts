import {expect, it} from 'vitest';
import {namedActions} from '../../../service/inference/lead-up.ts';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {pythonOfFile} from '../../helpers/python-of-file.ts';
import {fates, startProject} from '../cleanup/clean-up.ts';
import type {Asked, Told} from '../cleanup/start-api.ts';

const python = pythonOfFile();

/** An API of customers that are deleted only once they are archived. */
function customers(refusal: string): (asked: Asked) => Told {
	const open = new Set<string>();
	const archived = new Set<string>();
	let last = 6;
	return ({method, path}) => {
		const [, , id = '', action] = path.split('/');
		if (method === 'POST' && id === '') {
			open.add(String(++last));
			return [201, {id: last}];
		}
		if (!open.has(id)) return [404, {error: 'no such customer'}];
		if (method === 'POST' && action === 'archive') archived.add(id);
		if (method === 'DELETE' && !archived.has(id)) return [409, {error: refusal}];
		if (method === 'DELETE') open.delete(id);
		return [200, {id: Number(id)}];
	};
}

async function cleaned(refusal: string, test: string[]) {
	const project = await startProject(python(), customers(refusal), ['/customers/{id}']);
	for (const path of ['/customers/{id}/archive', '/customers/{id}/invite', '/customers'])
		await project.call(createEndpoint, {params: {projectId: project.projectId}, body: {method: 'POST', path}});
	await project.add('makes customers', test);
	const view = await project.cleaned(await project.begin());
	return {fates: fates(view), view, seen: project.api.seen.filter(line => !line.startsWith('GET'))};
}

const uses = ["post('/customers')", "post('/customers')", "post('/customers/8/archive')"];

it('what has to come before a DELETE is done first where the refusal names it', async () => {
	const {fates, seen, view} = await cleaned('Only archived customers can be deleted', uses);
	expect(fates).toEqual(['/customers 7 auto', '/customers 8 auto']);
	const sent = ['DELETE /customers/7 409', 'POST /customers/7/archive 200', 'DELETE /customers/7 200'];
	expect(seen.filter(line => line.includes('/7'))).toEqual(sent);
	expect(view.totals.deleteCalls).toBe(3);
});

it('nothing is done to a record that the refusal does not name, or that no test has done', async () => {
	const other = await cleaned('The customer has invoices', uses);
	expect(other.fates).toEqual(['/customers 7 failed', '/customers 8 auto']);
	expect(other.seen.filter(line => line.startsWith('POST /customers/7'))).toEqual([]);
	const untried = await cleaned('Invite or archive the customer first', uses.slice(0, 1));
	expect(untried.fates).toEqual(['/customers 7 failed']);
	expect(untried.seen.filter(line => line.startsWith('POST /customers/7'))).toEqual([]);
});

it.each(['below', 'beside'])(
	'a record that keeps its DELETE from working is gone with the one that it lies %s',
	async place => {
		const path = place === 'below' ? '/customers/{id}/notes/{noteId}' : '/notes/{noteId}';
		let isThere = true;
		const answer = ({method, path}: Asked): Told => {
			if (method === 'POST') return [201, {id: path.endsWith('/notes') ? 'note-9' : 7}];
			if (path.includes('note-9')) return method === 'GET' ? 405 : [409, {error: 'in use'}];
			if (path !== '/customers/7' || !isThere) return 404;
			if (method === 'DELETE') isThere = false;
			return [200, {id: 7}];
		};
		const project = await startProject(python(), answer, ['/customers/{id}', path]);
		await project.add('makes a note', ["post('/customers')", "post('/customers/7/notes')"]);
		const view = await project.cleaned(await project.begin());
		expect(fates(view)).toEqual(['/customers 7 auto', `/notes note-9 ${place === 'below' ? 'gone' : 'failed'}`]);
	},
);

it.each([
	['Archive the invoice first', ['archive']],
	['Only cancelled bookings can be removed', ['cancel']],
	['the project must be closed', ['close']],
	['Voided documents only', ['void']],
	['The order has payments', []],
	['It was returning', []],
])('%s names %j', (said, expected) => {
	const actions = ['archive', 'cancel', 'close', 'void', 'pay', 'run'].map(name => ({
		method: 'POST',
		path: `/x/{id}/${name}`,
	}));
	const others = [
		{method: 'POST', path: '/y/{id}/archive'},
		{method: 'POST', path: '/x/{id}/archive/{part}'},
		{method: 'GET', path: '/x/{id}/cancel'},
	];
	expect(namedActions('/x/{id}', said, [...actions, ...others]).map(({path}) => path.split('/').at(-1))).toEqual(
		expected,
	);
});
