import type {AutoAuthInput} from '../../../contract/authentication.ts';
import type {DescribedLogin} from './described-login.ts';

/**
 * The login that a document describes with an example of its own: who wrote one wants it to be tried. Null: there is
 * none, or its example is not whole.
 */
export function signInExample(logins: readonly DescribedLogin[]): AutoAuthInput | null {
	for (const {request, tokenPath, example} of logins)
		if (example !== null && tokenPath !== null)
			return {enabled: true, method: 'password', inject: 'bearer', ...request, ...example, tokenPath};
	return null;
}
