import {describe, expect, it} from 'vitest';
import {commandLines} from '../../components/panel.tsx';

describe('a command in a panel', () => {
	const command = 'svc project create --type backend --name Shop --url http://127.0.0.1:3000';

	it('stays on its line where there is room', () => {
		expect(commandLines(command, 80)).toEqual([command]);
	});

	it('goes on as a shell takes it where there is none', () => {
		const lines = commandLines(command, 54);
		expect(lines.length).toBeGreaterThan(1);
		for (const line of lines.slice(0, -1)) expect(line).toMatch(/ \\$/);
		expect(lines.map(line => line.replace(/ \\$/, '').trim()).join(' ')).toBe(command);
	});
});
