import type {TravelledValue} from '../../domain/endpoint-detail.ts';
import type {Requirement} from '../../domain/requirement.ts';
import type {DocumentEndpoint} from '../document-endpoints.ts';

/** What a document says besides its endpoints; whoever has read it says which document that is. */
export type SourceNotes = {
	requirements: Array<Omit<Requirement, 'documentId' | 'documentName'>>;
	travelled: TravelledValue[];
};

/** What a reader makes of one document; the notes are complete once all endpoints were taken. */
export type SourceReading = {
	endpoints: Iterable<DocumentEndpoint>;
	notes(): SourceNotes;
	/** What was read in another way than it may be meant, in words. */
	remarks?: readonly string[];
};

export const noNotes: SourceNotes = {requirements: [], travelled: []};
