import {resolve} from 'node:path';
import type {LintReport} from '../../../contract/lint-report.ts';
import type {Context} from '../../context.ts';
import {refusedFlag, ApiError} from '../../errors/api-error.ts';
import {type Found, plansInDirectory} from '../../plan-files/find-plans.ts';
import {lint as lintPlans} from '../../plan-files/lint.ts';
import {defineCommand} from '../define-command.ts';
import {definitionFlags} from './shared/definition-flags.ts';
import {lintCodeFile} from './shared/lint-code-file.ts';
import {findPlan, findPlansInLines} from './shared/plan-input.ts';
import {type FlagValues, missingFlag, refuseTogether, text, toggle} from '../flag.ts';

const flags = {
	planFrom: text('One plan; - = stdin', {placeholder: '<file>'}),
	planFromDir: text('The *.json plans of a directory', {placeholder: '<dir>'}),
	plans: text('Plans as JSON Lines, one per line; - = stdin', {placeholder: '<file>'}),
	steps: text('One steps file: planSteps, or the array alone; - = stdin', {placeholder: '<file>'}),
	codeFile: text('A Python test', {placeholder: '<file.py>'}),
	produces: definitionFlags.produces,
	needs: definitionFlags.needs,
	explain: toggle('Print how each step is read'),
};
type Options = FlagValues<typeof flags>;

/** The one flag that is given, as the command line writes it. */
function chosenFlag({planFrom, planFromDir, plans, steps, codeFile}: Options): {flag: string; path: string} {
	const files = {'plan-from': planFrom, 'plan-from-dir': planFromDir, plans, steps, 'code-file': codeFile};
	const given = Object.entries(files).flatMap(([flag, path]) => (path === undefined ? [] : [{flag, path}]));
	const [first, second] = given;
	if (!first) throw missingFlag('plan-from', ', or --plan-from-dir, --plans, --steps or --code-file');
	if (second) refuseTogether(first.flag, true, second.flag, true);
	return first;
}

export const lint = defineCommand({
	description:
		'Checks what test create and test plan put would refuse, without network, and lists every problem. Warns about steps that a browser could not carry out as they are written, and about values that a Python test reads or publishes without declaring them.',
	args: {},
	flags,
	examples: [
		'test lint --plan-from plan.json',
		'test lint --plan-from plan.json --explain',
		'test lint --plans plans.jsonl',
		'test lint --code-file order.py --needs user_id --produces order_id',
		'--output json test lint --steps s.json',
	],
	settings: 'none',
	rules(options) {
		const {flag} = chosenFlag(options);
		for (const name of ['produces', 'needs'] as const)
			if (options[name]?.length && flag !== 'code-file')
				throw refusedFlag(name, {reason: 'requires', text: 'is only allowed with --code-file'});
	},
	async run(options, context) {
		const data = context.dryRun ? sample : await lintFiles(options, context);
		if (context.output === 'text')
			for (const {file, field, reason} of data.warnings) context.notes.say('warn', `${file}: ${field}: ${reason}`);
		return {view: 'lint-report', data, problem: invalid(data, options)};
	},
});

async function lintFiles(options: Options, context: Context): Promise<LintReport> {
	const {flag, path} = chosenFlag(options);
	if (flag === 'code-file') return lintCodeFile(path, options, context);
	return lintPlans(await findPlans(flag, path, context), flag === 'steps' ? 'steps' : 'plan', options.explain);
}

async function findPlans(flag: string, path: string, context: Context): Promise<Iterable<Found>> {
	if (flag === 'plans') return findPlansInLines(path, flag, context);
	if (flag === 'plan-from-dir') return plansInDirectory(path, flag, resolve(context.cwd, path));
	return [await findPlan(path, flag, context)];
}

function invalid({checked, valid, issues}: LintReport, options: Options): ApiError | undefined {
	if (issues.length === 0) return undefined;
	const {flag} = chosenFlag(options);
	return new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: `Found ${issues.length} problem(s), ${valid} of ${checked} valid: correct them and run test lint again.`,
		details: {field: flag, reason: 'lint', checked, valid, issues: issues.length},
	});
}

/** "lint: one file, valid" */
const sample: LintReport = {checked: 1, valid: 1, issues: [], warnings: []};
