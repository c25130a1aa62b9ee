import {describe, expect, it} from 'vitest';
import {svc} from '../../helpers/memory-system.ts';

const terminals = {stdin: true, stdout: true};

describe('the dashboard', () => {
	it.each([[['ui']], [[]]])('does not open in a terminal without cursor movement: svc %j', async line => {
		expect(await svc(line, {env: {TERM: 'dumb'}, terminals})).toEqual({
			exitCode: 5,
			stdout: '',
			stderr:
				'Error: Invalid request.\nThe dashboard needs a terminal that can move its cursor: TERM is dumb. The commands do not: svc help\n',
		});
	});

	it('says how to give a terminal a size that has none', async () => {
		const {exitCode, stderr} = await svc(['ui'], {terminals, size: {columns: 0, rows: 0}});
		expect(exitCode).toBe(5);
		expect(stderr).toContain('it does not tell its size, which stty rows 24 cols 80 sets');
	});

	it('does not open in a terminal that is too small', async () => {
		const {exitCode, stderr} = await svc(['ui'], {terminals, size: {columns: 59, rows: 16}});
		expect({exitCode, stderr}).toEqual({
			exitCode: 5,
			stderr:
				'Error: Invalid request.\nThe dashboard needs a terminal: it has 59×16 cells, at least 60×16 are needed. The commands do not: svc help\n',
		});
	});
});
