import {existsSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import type {LintReport} from '../../../../contract/lint-report.ts';
import type {Context} from '../../../context.ts';
import {usualPythons} from '../../../test-code/lint-code.ts';
import {missingImports} from '../../../test-code/imported-modules.ts';
import {codeReader} from '../../../test-code/test-warnings.ts';
import {checkCodePath, readCode} from './code-file.ts';

/**
 * Reads a Python test as `test create` would send it. What Python cannot read is a problem; what it declares and does not
 * do, or does and does not declare, is a warning.
 */
export async function lintCodeFile(
	file: string,
	{produces = [], needs = []}: {produces?: readonly string[] | undefined; needs?: readonly string[] | undefined},
	context: Context,
): Promise<LintReport> {
	checkCodePath(file);
	const code = await readCode(file, context);
	const read = codeReader([context.env['SVC_PYTHON'], ...usualPythons]);
	const {findings, warnings, isRead} = await read({code, produces, needs});
	const python = [context.env['SVC_PYTHON'], ...usualPythons].find(Boolean)!;
	const folder = dirname(resolve(context.cwd, file));
	const isBeside = (name: string) => existsSync(join(folder, `${name}.py`)) || existsSync(join(folder, name));
	const imports = isRead ? await missingImports(python, code, isBeside) : [];
	const row = (line: number | null, reason: string) => ({file, field: line === null ? 'file' : `line ${line}`, reason});
	const issues = findings.filter(({isError}) => isError).map(({line, text}) => row(line, text));
	return {
		checked: 1,
		valid: issues.length === 0 ? 1 : 0,
		issues,
		warnings: [
			...findings.filter(({isError}) => !isError).map(({line, text}) => row(line, text)),
			...imports.map(({line, text}) => row(line, text)),
			...warnings.map(ofLine).map(({line, text}) => row(line, text)),
			...(isRead
				? []
				: [row(null, 'no Python answers here, so its syntax and what it declares are not checked; see svc doctor')]),
		],
	};
}

/** `line 4: …` apart. */
function ofLine(warning: string): {line: number | null; text: string} {
	const found = /^line (\d+): (.*)$/s.exec(warning);
	return found ? {line: Number(found[1]), text: found[2]!} : {line: null, text: warning};
}
