import type {MaskedFields} from '../../../contract/documents/setup.ts';
import {changedNames, usualNames} from '../../../contract/masked-fields.ts';
import {getCleanupSettings, updateCleanupSettings} from '../../../contract/routes/cleanup.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {texts} from '../flag.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';

const longestName = 100;

export const mask = defineCommand({
	description:
		'Values of fields with these names are masked in recorded calls, output, bundles and on the screen, and still work ' +
		'in reruns and cleanup. Names are compared by word: password is also new_password and userPassword. Without a flag ' +
		'it shows the names. What was recorded before stays as it is.',
	args: {projectId: id('project-id', 'Backend project')},
	flags: {
		add: texts('Mask this field too; repeatable', {placeholder: '<name>'}),
		remove: texts('Do not mask this field; repeatable', {placeholder: '<name>'}),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'project mask prj_1',
		'project mask prj_1 --add taxNumber --add iban',
		'project mask prj_1 --remove nextToken',
	],
	rules({add, remove}) {
		checkNames('add', add);
		checkNames('remove', remove);
	},
	async run({projectId, add, remove, idempotencyKey}, context) {
		const {client} = context;
		const params = {projectId};
		let settings = await client.call(getCleanupSettings, {params});
		if (add.length + remove.length > 0) {
			const maskedFields = changedNames(settings.maskedFields, {add: trimmed(add), remove: trimmed(remove)});
			settings = await client.call(updateCleanupSettings, {
				params,
				body: {maskedFields},
				idempotencyKey: context.idempotencyKey('cli-project-mask-', idempotencyKey),
			});
		}
		const {maskedFields} = settings;
		const data: MaskedFields = {
			projectId: settings.projectId,
			usual: usualNames(maskedFields.remove),
			add: [...maskedFields.add],
			remove: [...maskedFields.remove],
		};
		return {view: 'masked-fields', data};
	},
});

const trimmed = (names: readonly string[]) => names.map(name => name.trim());

function checkNames(flag: string, names: readonly string[]): void {
	for (const name of names) {
		if (!/[\p{L}\p{N}]/u.test(name)) throw refusedFlag(flag, {reason: 'blank', text: 'must be the name of a field'});
		if (name.length > longestName)
			throw refusedFlag(flag, {reason: 'too_long', text: `must be at most ${longestName} characters`});
	}
}
