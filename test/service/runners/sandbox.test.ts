import {expect, it} from 'vitest';
import {sandboxed} from '../../../service/runners/sandbox.ts';

it('leaves the command alone when nobody asked for a sandbox', () => {
	expect(
		sandboxed(
			['python3', 'main.py'],
			{bwrap: null, hidden: ['/data'], gate: null},
			{scratchDir: '/scratch', readable: [], gateway: []},
		),
	).toEqual(['python3', 'main.py']);
});

it('makes everything read-only but the scratch folder, and hides what it is told to', () => {
	const command = sandboxed(
		['python3', 'main.py'],
		{bwrap: '/usr/bin/bwrap', hidden: ['/data'], gate: null},
		{scratchDir: '/data/scratch', readable: ['/data/python'], gateway: []},
	).join(' ');
	expect(command).toMatch(
		/^\/usr\/bin\/bwrap .*--ro-bind \/ \/ .*--tmpfs \/data --ro-bind \/data\/python \/data\/python --bind \/data\/scratch \/data\/scratch -- python3 main\.py$/,
	);
	expect(command).toContain('--unshare-pid');
	expect(command).not.toContain('--unshare-net');
});
