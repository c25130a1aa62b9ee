import type {BatchId} from '../contract/ids.ts';

interface KeptDemo {
	platform: NodeJS.Platform;
	home: string;
	/** The built client. */
	cli: string;
	batchId: BatchId;
	/** The test that found the bug. */
	failedTestId: string;
	/** A test that was Blocked by it. */
	blockedTestId: string;
	/** The test of the website with a repaired step; null: none was. */
	repairedTestId: string | null;
}

const posixQuoted = (text: string) =>
	/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
const powershellQuoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The commands to try after `--keep`, ready to be pasted into a POSIX shell, or into PowerShell on Windows. */
export function nextCommands({
	platform,
	home,
	cli,
	batchId,
	failedTestId,
	blockedTestId,
	repairedTestId,
}: KeptDemo): string[] {
	const prefix =
		platform === 'win32'
			? `$env:SVC_HOME=${powershellQuoted(home)}; node ${powershellQuoted(cli)}`
			: `SVC_HOME=${posixQuoted(home)} node ${posixQuoted(cli)}`;
	return [
		`${prefix} ui batch ${batchId}`,
		`${prefix} test result ${failedTestId}`,
		`${prefix} test run ${blockedTestId} --wait`,
		...(repairedTestId === null ? [] : [`${prefix} test heal accept ${repairedTestId} --all`]),
	];
}
