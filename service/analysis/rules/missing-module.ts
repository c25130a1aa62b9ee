import {excerpt} from '../excerpt.ts';
import {environment} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** The test imports a module that its interpreter does not have. */
export const missingModule: Rule = ({exception, run, atLine}) => {
	if (exception?.name !== 'ModuleNotFoundError') return null;
	const module = /No module named '([^']+)'/.exec(exception.message)?.[1];
	if (!module) return null;
	const command = /install it with: (.+)$/m.exec(`${run.error}\n${run.trace ?? ''}`)?.[1];
	return {
		cause: `The test imports \`${excerpt(module, 80)}\`${atLine}, which the Python of the service does not have.`,
		fix: environment(
			module.split('.', 1)[0]!,
			command ? `Install it: ${command}` : 'Install it, or do without it in the test.',
		),
		call: null,
	};
};
