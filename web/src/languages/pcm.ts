/// <reference path="./catalogue.d.ts" />
import messages from 'virtual:catalogue/pcm';

export default messages;
