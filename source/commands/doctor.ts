import {inspectSetup, nodeCheck, ok} from '../doctor/inspect-setup.ts';
import type {Context} from '../context.ts';
import {doctorReport, type Inspection} from '../view-model/doctor-report.ts';
import {defineCommand} from './define-command.ts';
import {negative} from './outcome.ts';

export const doctor = defineCommand({
	description: 'Always makes all checks. Exit 1 when one fails; a warning does not fail.',
	args: {},
	flags: {},
	examples: ['doctor', '--output json doctor'],
	settings: 'none',
	async run(_, context) {
		const inspections = context.dryRun ? sampleChecks(context) : await inspectSetup(context);
		const data = doctorReport(inspections);
		const {checks, failures, warnings} = data;
		const next = inspections.find(check => check.status === 'fail' && check.next)?.next ?? '';
		const problem =
			failures === 0
				? undefined
				: negative(`${failures} of ${checks.length} checks failed.`, {failures, warnings}, next);
		return {view: 'doctor-report', data, problem};
	},
});

/** "connectivity `ok`, detail `skipped (dry run)`": nothing was looked at. */
function sampleChecks({version, nodeVersion}: Context): Inspection[] {
	const skipped = (name: string) => ok(name, 'skipped (dry run)');
	return [
		ok('CLI version', version),
		nodeCheck(nodeVersion),
		...['Profile', 'API endpoint', 'Credentials', 'Connectivity', 'Verify skill', 'Python', 'Sandbox', 'Chromium'].map(
			skipped,
		),
	];
}
