import {describe, expect, it} from 'vitest';
import {nextCommands} from '../../demo/next-commands.ts';

const kept = {
	home: "/home/o'neill/svc demo",
	cli: '/opt/svc/cli.js',
	batchId: 'bat_1',
	failedTestId: 'tst_5',
	blockedTestId: 'tst_11',
	repairedTestId: null,
};

describe('the commands to try after --keep', () => {
	it('are three and survive blanks and quotes in a POSIX shell', () => {
		expect(nextCommands({...kept, platform: 'linux'})).toEqual([
			String.raw`SVC_HOME='/home/o'\''neill/svc demo' node /opt/svc/cli.js ui batch bat_1`,
			String.raw`SVC_HOME='/home/o'\''neill/svc demo' node /opt/svc/cli.js test result tst_5`,
			String.raw`SVC_HOME='/home/o'\''neill/svc demo' node /opt/svc/cli.js test run tst_11 --wait`,
		]);
	});

	it('name the repair where a test of the website was repaired', () => {
		expect(nextCommands({...kept, platform: 'linux', home: '/h', repairedTestId: 'tst_20'}).at(-1)).toBe(
			'SVC_HOME=/h node /opt/svc/cli.js test heal accept tst_20 --all',
		);
	});

	it('are written for PowerShell on Windows', () => {
		expect(nextCommands({...kept, platform: 'win32'})[0]).toBe(
			`$env:SVC_HOME='/home/o''neill/svc demo'; node '/opt/svc/cli.js' ui batch bat_1`,
		);
	});
});
