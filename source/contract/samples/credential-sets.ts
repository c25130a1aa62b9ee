import type * as routes from '../routes/credential-sets.ts';
import type {Samples} from './sample.ts';

export const credentialSetSamples: Samples<typeof routes> = {
	listCredentialSets: () => ({items: [], nextToken: null}),
};
